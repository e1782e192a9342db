import type { Database } from '@/db/database';
import type { StatementResult } from '@/db/session';
import { type Call, call } from '@/db/statement';
import { begin, commit, rollback, setReadCommitted } from '@/db/transaction';

export const READ_COMMITTED: readonly Call[] = [call(setReadCommitted), call(begin)];

/** A transaction whose packets a strategy decides by itself: what travels together, and under which isolation level. */
export interface OwnTransaction {
  /** Sends the calls in one packet. */
  send(...calls: Call[]): Promise<StatementResult[]>;
  /** Sends the calls and COMMIT in one packet. */
  commit(...calls: Call[]): Promise<StatementResult[]>;
  rollback(): Promise<void>;
}

/**
 * Runs `work` in a transaction that `work` begins and ends by itself. When it throws, everything is rolled back before the
 * error goes on; a connection that can't even roll back is destroyed.
 */
export async function ownTransaction<T>(
  database: Database,
  work: (tx: OwnTransaction) => Promise<T>,
): Promise<T> {
  let failure: { readonly error: unknown } | undefined;
  const result = await database.session('checkout', async (session) => {
    const tx: OwnTransaction = {
      send: (...calls) => session.send(...calls),
      commit: async (...calls) => (await session.send(...calls, call(commit))).slice(0, -1),
      rollback: async () => {
        await session.send(call(rollback));
      },
    };
    try {
      return await work(tx);
    } catch (error) {
      try {
        await tx.rollback();
      } catch {
        // The connection is gone and its transaction with it; the first error is the one that explains.
        throw error;
      }
      failure = { error };
      return undefined;
    }
  });
  if (failure) throw failure.error;
  return result as T;
}
