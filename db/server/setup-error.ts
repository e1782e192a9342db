/** Something a person has to mend before the server can run; its message says what, and is shown without a stack. */
export class SetupError extends Error {
  override name = 'SetupError';
}

/** The text of anything that was thrown; some packages throw plain strings. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
