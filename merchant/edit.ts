/** What the edits of products, variants and locations have in common: one transaction, one version, one trail entry. */
import type { MySql2Database } from 'drizzle-orm/mysql2';
import type { Database } from '@/db/database';
import { isDuplicateKey } from '@/db/errors';
import { orBusy, withRetry } from '@/db/retry';
import { type Author, type LaterChange, lastChanges, type Subject } from './record-change';
import { orRefused, Refusal, type RefusalReason, type Refused } from './refusal';

export interface Stale {
  readonly outcome: 'changed';
  /** The version that there is now. */
  readonly version: number;
  /** What others did since the form was opened, newest first. */
  readonly since: readonly LaterChange[];
}

export type EditResult<R extends RefusalReason = 'not_found' | 'name_taken' | 'sku_taken'> =
  | { readonly outcome: 'done' | 'unchanged' | 'busy' }
  | Stale
  | Refused<R>;

/**
 * Runs an edit in a transaction of its own, tried again when others were in the way.
 *
 * Outcomes: that of `work`; what a Refusal in it said; `name_taken` and `sku_taken` for what exists already; `busy`.
 */
export function inTransaction<T extends { readonly outcome: string }, R extends RefusalReason = never>(
  database: Database,
  work: (builder: MySql2Database) => Promise<T>,
): Promise<T | Refused<R | 'name_taken' | 'sku_taken' | 'busy'>> {
  return orBusy(async () => {
    try {
      return await orRefused<T, R>(() =>
        withRetry(() => database.transaction('admin', async (tx) => work(await tx.builder()))),
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return { outcome: duplicateOf(error).includes('_sku') ? 'sku_taken' : 'name_taken' };
    }
  });
}

/** Tells the second of two writers what the first one did; `undefined` when the version is the one that was seen. */
export async function staleness(
  builder: MySql2Database,
  { shopId }: Author,
  subject: Subject,
  subjectId: number | string,
  seenVersion: number,
  version: number | undefined,
): Promise<Stale | undefined> {
  if (version === undefined) throw new Refusal('not_found');
  if (version === seenVersion) return undefined;
  return {
    outcome: 'changed',
    version,
    since: await lastChanges(builder, shopId, subject, subjectId, version - seenVersion),
  };
}

/** MySQL's message about a duplicate, which names the key. */
function duplicateOf(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (/for key/.test(current.message)) return current.message;
  }
  return '';
}
