/** Starting the process of a sale, listening to it, ending it. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { FromWorker, ToWorker } from './messages';

export interface SaleProcess {
  /** Asks it to end the sale. It does so within about a second. */
  stop(): void;
  /** Resolves when it has ended; `isKilled` when by SIGKILL, as an armed crash does. */
  readonly ended: Promise<{ readonly code: number | null; readonly isKilled: boolean }>;
}

export interface SaleProcessOptions {
  readonly databaseUrl: string;
  readonly onMessage?: (message: FromWorker) => void;
  /** What it prints when something went wrong; default: this process's error output. */
  readonly onErrorText?: (text: string) => void;
}

/** Starts the process that carries out the sale of `firstRunId`, or ends those of dead processes. */
export function startSaleProcess(
  firstRunId: number | 'recover',
  { databaseUrl, onMessage, onErrorText = (text) => process.stderr.write(text) }: SaleProcessOptions,
): SaleProcess {
  const args = ['db/launch/run.mjs', 'simulator/worker.ts', String(firstRunId)];
  const child: ChildProcess = spawn(process.execPath, args, {
    // Every command of this project runs in the checkout's folder.
    cwd: process.cwd(),
    env: { ...process.env, DATABASE_URL: databaseUrl },
    // Standard output stays the caller's own: `--json` prints one object and nothing else.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.stderr?.setEncoding('utf8').on('data', onErrorText);
  child.on('message', (message) => onMessage?.(message as FromWorker));
  const ended = new Promise<{ code: number | null; isKilled: boolean }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, isKilled: signal === 'SIGKILL' }));
  });
  return {
    stop: () => {
      const message: ToWorker = { kind: 'stop' };
      if (child.connected) child.send(message);
    },
    ended,
  };
}
