import type { FieldErrors } from '@/simulator/index';

/** What the server answers to a form that starts a sale, when it did not start one. */
export interface SaleFormState {
  readonly errors: FieldErrors;
  /** The sale that goes on, when this one was refused because of it. */
  readonly refusedFor?: number;
}

export const noAnswer: SaleFormState = { errors: {} };
