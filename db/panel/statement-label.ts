/** Naming a session by what it sends: tag and statement from the leading comment, the checkout from the first id. Pure. */

export interface Label {
  readonly tag: string | null;
  readonly statement: string | null;
  /** The hold or checkout that the statement names. */
  readonly subject: string | null;
}

const COMMENT = /^\s*\/\*\s*conn_tag:(\S+)(?:\s+stmt:(\S+))?\s*\*\//;
const SUBJECT = /UUID_TO_BIN\('([0-9a-f-]{36})'\)/i;

export function labelOf(text: string | null): Label {
  const comment = text?.match(COMMENT);
  return {
    tag: comment?.[1] ?? null,
    statement: comment?.[2] ?? null,
    subject: text?.match(SUBJECT)?.[1] ?? null,
  };
}

/** The statement without its comment. */
export function bareText(text: string | null): string {
  return (text ?? '').replace(COMMENT, '').trim();
}

/** "hold 4f2a9c1e": the end of an id, since the beginning of all ids of a minute is the same. */
export function shortId(id: string): string {
  return id.slice(-8);
}
