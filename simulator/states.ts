/** The states of a run and who moves it where. */
export type RunState =
  /** Recorded; its process has not begun with it. */
  | 'queued'
  /** The schema is made and the stock laid out. */
  | 'preparing'
  /** The doors are open. */
  | 'selling'
  /** All holds have been ended; the tables are read. */
  | 'judging'
  /** Judged. */
  | 'finished'
  /** Somebody stopped it; what was left has been judged. */
  | 'stopped'
  /** Its process died or its server was stopped; what was left has been judged. */
  | 'interrupted'
  /** It could not be carried out; the note says why. */
  | 'failed';

const next: Readonly<Record<RunState, readonly RunState[]>> = {
  queued: ['preparing', 'stopped', 'interrupted', 'failed'],
  preparing: ['selling', 'stopped', 'interrupted', 'failed'],
  selling: ['judging', 'stopped', 'interrupted', 'failed'],
  judging: ['finished', 'stopped', 'interrupted', 'failed'],
  finished: [],
  stopped: [],
  interrupted: [],
  failed: [],
};

export const isOver = (state: RunState): boolean => next[state].length === 0;

/** The states from which a run may come to `state`. */
export function statesBefore(state: RunState): RunState[] {
  return (Object.keys(next) as RunState[]).filter((one) => next[one].includes(state));
}
