/** Starting the process that will die in the middle of a claim, and telling it when. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { RunInputs } from './inputs';

/** What such a process is started with. */
export interface DyingProcessParts {
  /** The schema of the run. */
  readonly runUrl: string;
  readonly inputs: RunInputs;
}

export interface DyingProcess {
  /** Lets it claim; resolves when it has died of it. Throws when it ended in another way. */
  claim(reservationId: string, orderId: string): Promise<void>;
  end(): void;
}

/** Resolves when the process is connected and waits for its claim. */
export async function startDyingProcess(parts: DyingProcessParts): Promise<DyingProcess> {
  const child: ChildProcess = spawn(
    process.execPath,
    ['db/launch/run.mjs', 'simulator/claim-process.ts', JSON.stringify(parts)],
    { cwd: process.cwd(), stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? `code ${code}`));
  });
  const ready = new Promise<null>((resolve) => child.once('message', () => resolve(null)));
  const failure = await Promise.race([ready, ended]);
  if (failure !== null) throw new Error(`The process that was to die in a claim didn't start: ${failure}`);
  return {
    async claim(reservationId, orderId) {
      child.send({ reservationId, orderId });
      const end = await ended;
      if (end !== 'SIGKILL') throw new Error(`The process that was to die in a claim ended with ${end}.`);
    },
    end: () => void child.kill('SIGKILL'),
  };
}
