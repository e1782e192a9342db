/**
 * The only place that tries again. What is repeated is always the whole transaction, never a statement of it: InnoDB
 * rolls back everything on a deadlock, but only the statement on a lock wait timeout, and `database.ts` has rolled back
 * the rest by the time an error gets here.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError, errorCode, isAcquireTimeout, isConnectionLost } from './errors';

interface RetryRule {
  readonly reason: string;
  readonly attempts: number;
  readonly baseMs: number;
}

/** MySQL's error code → how often the whole transaction may run and how long to wait at first. */
const RULES: Readonly<Record<string, RetryRule>> = {
  ER_LOCK_DEADLOCK: { reason: 'another transaction was in the way: deadlock', attempts: 6, baseMs: 4 },
  ER_LOCK_WAIT_TIMEOUT: { reason: 'another transaction held a row too long', attempts: 2, baseMs: 20 },
};
const LOST_RULE: RetryRule = { reason: 'the connection broke', attempts: 3, baseMs: 10 };

function ruleFor(error: unknown): RetryRule | undefined {
  return isConnectionLost(error) ? LOST_RULE : RULES[errorCode(error) ?? ''];
}

export interface Retry {
  readonly code: string;
  readonly reason: string;
  readonly attempt: number;
}

export class RetriesExhausted extends DatabaseError {
  constructor(cause: unknown) {
    super(errorCode(cause) ?? 'UNKNOWN', 'The transaction was tried as often as allowed.', { cause });
    this.name = 'RetriesExhausted';
  }
}

/**
 * Runs a whole transaction until it ends, at most as often as the table allows, with growing random pauses.
 *
 * `transaction` must be idempotent: after a lost connection its COMMIT may have arrived.
 * Throws: RetriesExhausted for an error of the table, any other error at once.
 */
export async function withRetry<T>(
  transaction: () => Promise<T>,
  onRetry: (retry: Retry) => void = () => {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      const rule = ruleFor(error);
      if (!rule) throw error;
      if (attempt >= rule.attempts) throw new RetriesExhausted(error);
      onRetry({ code: errorCode(error) ?? 'CONNECTION_LOST', reason: rule.reason, attempt });
      await pause(rule.baseMs, attempt);
    }
  }
}

/** Waits between half and one and a half times `baseMs · 2^(attempt - 1)` milliseconds, at most 250 ms. */
export function pause(baseMs: number, attempt: number): Promise<void> {
  const ceiling = Math.min(250, baseMs * 2 ** (attempt - 1));
  return delay(Math.max(1, ceiling * (0.5 + Math.random())));
}

/** The answer of `work`, or `busy` when it ended because others kept rows or connections for too long. */
export async function orBusy<T>(work: () => Promise<T>): Promise<T | { outcome: 'busy' }> {
  try {
    return await work();
  } catch (error) {
    const isContended =
      error instanceof RetriesExhausted &&
      (error.code === 'ER_LOCK_DEADLOCK' || error.code === 'ER_LOCK_WAIT_TIMEOUT');
    if (isContended || isAcquireTimeout(error)) return { outcome: 'busy' };
    throw error;
  }
}
