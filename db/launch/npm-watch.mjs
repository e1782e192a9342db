/**
 * Ends this process when the npm that started it is gone. npm passes a signal to its shell, which dies of it without
 * passing it on, and a killed npm passes nothing: either way the command would go on with nobody to stop it.
 */
import { readFileSync } from 'node:fs';

const intervalMs = 300;

/** Sends SIGTERM to this process, once, when its npm has ended. Does nothing for a command that npm didn't start. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  const isNpm = commandLine(parent).startsWith('npm');
  // npm -> shell -> this process, unless the shell has made room for it.
  const grandparent = isNpm ? null : parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (isNpm || parentOf(parent) === grandparent)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, intervalMs);
  timer.unref();
}

function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** The parent of another process, on systems with /proc; null elsewhere, where only the shell is watched. */
function parentOf(pid) {
  try {
    // The name, in parentheses, may hold spaces: what is read comes after it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] ?? null;
  } catch {
    return null;
  }
}
