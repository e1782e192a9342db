/** Asking the system about processes by id. An id alone says little: a new process may have been given an old one's. */
import { readFile } from 'node:fs/promises';
import { output } from './command';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process runs and its command line names `mark` (for us: the folder that it works on). */
export async function isOurs(pid: number, mark: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return line.includes(mark);
  }
  if (process.platform === 'win32') return true;
  const line = await output(['ps', '-o', 'command=', '-p', String(pid)]).catch(() => '');
  return line.includes(mark);
}

/** Resolves to true once the process is gone, to false when it still runs after `limitMs`. */
export async function hasEnded(pid: number, limitMs: number): Promise<boolean> {
  const limit = Date.now() + limitMs;
  while (isAlive(pid)) {
    if (Date.now() > limit) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return true;
}

/** Ends a process that is known to be ours: asked first, forced after 30 s. */
export async function end(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGTERM');
  if (await hasEnded(pid, 30_000)) return;
  process.kill(pid, 'SIGKILL');
  await hasEnded(pid, 5_000);
}
