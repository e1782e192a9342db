/**
 * A part of the panel: what was read, or why it wasn't. One part that fails leaves the others as they are.
 */
import { performance } from 'node:perf_hooks';
import { errorCode, isAcquireTimeout, isConnectionLost } from '@/db/errors';

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
