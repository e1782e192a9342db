/**
 * A part of the panel: what was read, or why it wasn't. One part that fails leaves the others as they are.
 */
import { performance } from 'node:perf_hooks';
import { errorCode, isAcquireTimeout, isConnectionLost } from '@/db/errors';
import type { Session, StatementResult } from '@/db/session';
import type { Call } from '@/db/statement';

export type Part<T> =
  | { readonly state: 'read'; readonly value: T; readonly costMs: number; readonly at: string }
  /** Not read on purpose: it would have cost the shop too much. */
  | { readonly state: 'skipped'; readonly reason: string; readonly at: string }
  | { readonly state: 'denied'; readonly missing: string; readonly grant: string }
  | { readonly state: 'failed'; readonly message: string };

const DENIED = new Set([
  'ER_SPECIFIC_ACCESS_DENIED_ERROR',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_COLUMNACCESS_DENIED_ERROR',
]);

/** What a part needs, in the words of a GRANT. */
export interface Privilege {
  readonly missing: string;
  readonly grant: string;
}

export const processPrivilege: Privilege = {
  missing: 'the PROCESS privilege',
  grant: 'GRANT PROCESS ON *.* TO CURRENT_USER()',
};

export const performanceSchemaPrivilege: Privilege = {
  missing: 'SELECT on performance_schema',
  grant: 'GRANT SELECT ON performance_schema.* TO CURRENT_USER()',
};

/**
 * Reads a part. A missing privilege is an answer, with what to grant to `account`; so is a statement that fails.
 *
 * Throws: when the connection is lost or none came free, since no other part can be read then either.
 */
export async function readPart<T>(
  privilege: Privilege,
  account: string,
  read: () => Promise<T>,
): Promise<Part<T>> {
  const startedAt = performance.now();
  try {
    const value = await read();
    return {
      state: 'read',
      value,
      costMs: performance.now() - startedAt,
      at: new Date().toISOString(),
    };
  } catch (error) {
    if (isConnectionLost(error) || isAcquireTimeout(error)) throw error;
    if (DENIED.has(errorCode(error) ?? '')) {
      return {
        state: 'denied',
        missing: privilege.missing,
        grant: privilege.grant.replace('CURRENT_USER()', account),
      };
    }
    return { state: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

/** A part as the statements that read it and what is made of their results, so that several share one round trip. */
export interface Reading<T> {
  readonly privilege: Privilege;
  readonly calls: readonly Call[];
  take(results: readonly StatementResult[]): T;
}

type Parts<R> = { readonly [K in keyof R]: R[K] extends Reading<infer T> ? Part<T> : never };

/**
 * Reads several parts in one round trip. The server stops at the first statement that fails: then each part is read by
 * itself, so that one that fails leaves the others as they are. Their `costMs` is that of the round trip they share.
 *
 * Throws: as `readPart`.
 */
export async function readParts<const R extends Readonly<Record<string, Reading<unknown>>>>(
  session: Session,
  account: string,
  readings: R,
): Promise<Parts<R>> {
  const entries = Object.entries(readings);
  const everything: Privilege = { missing: '', grant: '' };
  const together = await readPart(everything, account, () =>
    session.send(...entries.flatMap(([, { calls }]) => calls)),
  );
  const parts: [string, Part<unknown>][] = [];
  let from = 0;
  for (const [name, { privilege, calls, take }] of entries) {
    const upTo = from + calls.length;
    if (together.state === 'read') {
      parts.push([name, { ...together, value: take(together.value.slice(from, upTo)) }]);
    } else {
      parts.push([name, await readPart(privilege, account, async () => take(await session.send(...calls)))]);
    }
    from = upTo;
  }
  return Object.fromEntries(parts) as Parts<R>;
}
