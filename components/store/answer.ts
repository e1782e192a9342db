/** What an action of the store answers to a form that can't be taken as it is. */
export interface Answer {
  /** Sentence by field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** A sentence about the whole. */
  readonly message?: string;
}
