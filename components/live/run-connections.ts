/** The sessions that work on the tables of the run that is looked at. Pure. */
import type { Snapshot } from '@/app/api/live/snapshot';

export interface RunConnections {
  /** In a statement or between two of a transaction; a mean over the last readings, as a whole number. */
  readonly busy: number;
  readonly connected: number;
}

/** null for a live shop, and while the sessions can't be read. */
export function runConnections({ target, server }: Snapshot): RunConnections | null {
  if (target.runId === null || server.sessions.state !== 'read') return null;
  const groups = server.sessions.value.groups.filter(({ schema }) =>
    schema?.endsWith(`_run_${target.runId}`),
  );
  const sum = (pick: (group: (typeof groups)[number]) => number) =>
    groups.reduce((total, group) => total + pick(group), 0);
  return {
    busy: Math.round(sum(({ running, idleInTransaction }) => running + idleInTransaction)),
    connected: sum(({ sessions }) => sessions),
  };
}
