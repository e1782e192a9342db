/** What can go wrong between the app and MySQL, by symbolic code. */

/** The one error class of the database layer; `cause` is always what the driver reported. */
export class DatabaseError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'DatabaseError';
    this.code = code;
  }
}

/** Code of a driver's error, also when an ORM wrapped it; `undefined` for anything else. */
export function errorCode(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code;
  }
  return undefined;
}

export const isDeadlock = (error: unknown) => errorCode(error) === 'ER_LOCK_DEADLOCK';
export const isLockWaitTimeout = (error: unknown) => errorCode(error) === 'ER_LOCK_WAIT_TIMEOUT';
export const isDuplicateKey = (error: unknown) => errorCode(error) === 'ER_DUP_ENTRY';
export const isAcquireTimeout = (error: unknown) => errorCode(error) === 'ACQUIRE_TIMEOUT';

const LOST = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'ER_SERVER_SHUTDOWN',
  'ER_CLIENT_INTERACTION_TIMEOUT',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'PROTOCOL_ENQUEUE_AFTER_QUIT',
]);

/** True when the connection broke, so that nobody knows whether a COMMIT arrived. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof Error && /closed state|connection.*closed/i.test(error.message)) return true;
  return LOST.has(errorCode(error) ?? '');
}
