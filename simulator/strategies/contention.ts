import { isAcquireTimeout } from '@/db/errors';
import { RetriesExhausted, withRetry } from '@/db/retry';

/**
 * Runs a whole transaction with the retries of the database's table and tells `onRetry` of each. "busy" when others kept
 * rows or connections for longer than the table allows.
 */
export async function retryOrBusy<T>(
  transaction: () => Promise<T>,
  onRetry: (code: string) => void,
): Promise<T | 'busy'> {
  try {
    return await withRetry(transaction, ({ code }) => onRetry(code));
  } catch (error) {
    const isContended =
      error instanceof RetriesExhausted &&
      (error.code === 'ER_LOCK_DEADLOCK' || error.code === 'ER_LOCK_WAIT_TIMEOUT');
    if (isContended || isAcquireTimeout(error)) return 'busy';
    throw error;
  }
}
