/** Why a merchant's change was not made. Expected, and so a value; inside a transaction it travels as an exception. */
export type RefusalReason =
  | 'not_found'
  | 'location_inactive'
  | 'same_location'
  | 'changed'
  | 'already_done'
  | 'name_taken'
  | 'sku_taken'
  | 'not_empty'
  | 'too_many'
  | 'busy';

export interface Refused<R extends RefusalReason = RefusalReason> {
  readonly outcome: R;
}

/** Thrown inside a transaction, so that it is rolled back; `orRefused` turns it back into a value. */
export class Refusal extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(reason);
    this.name = 'Refusal';
    this.reason = reason;
  }
}

/** The value of `work`, or the reason for which it was given up; callers name the reasons that can occur. */
export async function orRefused<T, R extends RefusalReason = never>(
  work: () => Promise<T>,
): Promise<T | Refused<R>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return { outcome: error.reason as R };
    throw error;
  }
}
