/** What a form's action answers: done or not, in a sentence, field by field where a field is wrong. */
export interface Answer {
  readonly status: 'idle' | 'done' | 'refused' | 'invalid' | 'changed';
  readonly message?: string;
  /** What is wrong with a field, by its name. */
  readonly fields?: Readonly<Record<string, string>>;
  /** What was sent, shown again after an answer that is not "done". */
  readonly values?: Readonly<Record<string, string>>;
  /** What a form is to be compared with next time, by the name of its SeenField. */
  readonly seen?: Readonly<Record<string, number | string>>;
  /** Fields of the form that undoes the change, where there is one. */
  readonly undo?: Readonly<Record<string, string>>;
}

export const idleAnswer: Answer = { status: 'idle' };

/** An action as forms call it. */
export type AnswerAction = (before: Answer, form: FormData) => Promise<Answer>;
