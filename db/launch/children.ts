/**
 * The processes beside the launcher: each in a group of its own, so that it can be ended with all it started. Promise: none is
 * left when `endAll` resolves; on Linux none survives a killed launcher, elsewhere the next start ends them.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { diesWithParent } from '@/db/server/parent-death';
import { forget, remember } from './left-behind';

const running = new Set<() => Promise<void>>();

export interface Child {
  name: string;
  /** Resolves with a sentence on how it ended. */
  ended: Promise<string>;
  end(): Promise<void>;
}

export interface ChildOptions {
  env: NodeJS.ProcessEnv;
  /** Given each line that the child prints. */
  onLine(line: string): void;
  /** How long it may take to end when asked; after that its whole group is killed. */
  graceMs: number;
}

/** Starts a command as the leader of a process group. */
export async function startChild(name: string, command: string[], options: ChildOptions): Promise<Child> {
  // SIGKILL, since an open stream makes `next start` ignore SIGTERM and a killed launcher can't insist.
  const [file = '', ...args] = await diesWithParent(command, 'KILL');
  const child = spawn(file, args, {
    env: options.env,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  forEachLine(child, options.onLine);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ? `ended by ${signal}` : `ended with code ${code}`));
  });
  const end = async (): Promise<void> => {
    signalGroup(child, 'SIGTERM');
    const force = setTimeout(() => signalGroup(child, 'SIGKILL'), options.graceMs);
    await ended;
    clearTimeout(force);
  };
  running.add(end);
  void ended.then(() => running.delete(end));
  if (child.pid) remember(child.pid);
  return { name, ended, end };
}

/** Ends every child that still runs. */
export async function endAllChildren(): Promise<void> {
  await Promise.all([...running].map((end) => end()));
  forget();
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (process.platform === 'win32') child.kill(signal);
  else {
    try {
      process.kill(-child.pid, signal);
    } catch (error) {
      // It has ended, and Node hasn't told yet.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

function forEachLine(child: ChildProcess, onLine: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8');
    stream?.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    });
    stream?.on('end', () => {
      if (rest) onLine(rest);
    });
  }
}
