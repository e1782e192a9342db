/**
 * A statement: SQL text with a name and a purpose.
 *
 * Promise: the text that is run, shown on pages, printed in the docs and tested is this one object. It leaves to
 * `database.ts` how it travels. Placeholders are named (`:shopId`); values are bound on the client, because several
 * statements share one packet and the server's prepared statements take one at a time.
 */
import { escape as escapeValue } from 'mysql2';

export interface Statement {
  /** `verb.what_it_does`, unique; travels with the statement as `stmt:` in its leading comment. */
  readonly name: string;
  readonly purpose: string;
  /** Runs as it stands when pasted into a client and each `:name` is replaced by a value. */
  readonly sql: string;
}

export type Value = number | bigint | string | Date | Buffer | null;
export type Values = Readonly<Record<string, Value>>;

/** A statement with the values it is to run with. */
export interface Call {
  readonly statement: Statement;
  readonly values: Values;
}

export function call(statement: Statement, values: Values = {}): Call {
  return { statement, values };
}

/** Takes the common indent off a text that was written inside code, so that it shows as it was meant. */
export function sqlText(text: string): string {
  const lines = text.replace(/^\n/, '').trimEnd().split('\n');
  const indents = lines.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents);
  return lines.map((line) => line.slice(indent)).join('\n');
}

/**
 * The statement's text with every placeholder replaced by its escaped value.
 *
 * Throws: RangeError when a value is missing, is not finite, or when a number is not safe as an integer.
 */
export function bindStatement(statement: Statement, values: Values): string {
  return statement.sql.replace(/(?<![:\w]):([a-zA-Z]\w*)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`${statement.name}: no value for :${name}`);
    if (typeof value === 'number' && !Number.isSafeInteger(value)) {
      throw new RangeError(`${statement.name}: :${name} is not a safe integer (${value})`);
    }
    return escapeValue(value);
  });
}

/** The text behind the comment that names its business process and statement in every view of the server. */
export function tagged(tag: string, statementName: string, text: string): string {
  return `/* conn_tag:${tag} stmt:${statementName} */ ${text}`;
}

/**
 * The part of a statement that is repeated once a line of a list: so many copies of `arm`, in which the placeholders of `names`
 * are numbered from 1 (`:quantity1`, `:quantity2` …). One alone keeps their names.
 */
export function armsOf(arm: string, names: readonly string[], count: number): string[] {
  if (count === 1) return [arm];
  const perLine = new RegExp(`:(${names.join('|')})\\b`, 'g');
  return Array.from({ length: count }, (_, index) =>
    arm.replace(perLine, (placeholder) => `${placeholder}${index + 1}`),
  );
}
