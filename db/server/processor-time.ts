/** What a mysqld on this machine has used of its processors. */
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';

/** Where a server runs and keeps its process id: its `@@hostname` and `@@pid_file`. */
export interface ServerPlace {
  readonly hostname: string;
  readonly pidFile: string;
}

/**
 * Processor time of the server since it started, user and system, in ms. Null where it can't be told: another machine or system,
 * another user's server, a container.
 */
export async function processorTimeOf(server: ServerPlace): Promise<number | null> {
  if (server.hostname !== hostname()) return null;
  try {
    const pid = Number(await readFile(server.pidFile, 'utf8'));
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [, , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // In hundredths of a second, on every Linux that Node runs on.
    return (Number(user) + Number(system)) * 10;
  } catch {
    return null;
  }
}
