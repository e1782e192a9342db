import type { PacketEvent } from '@/db/session';
import type { CrashPoint } from './crash-points';
import type { RunInputs } from './inputs';
import type { Strategy } from './strategies/strategy';

export interface Crash {
  /** Called where the code passes a crash point by itself. */
  readonly pass: (point: CrashPoint) => void;
  /** Called after each packet; a crash between two statements is one after the packet of the first. */
  readonly afterPacket: (event: PacketEvent) => void;
}

/** Kills this process, with nothing tidied up, once the armed place has been passed so often that the sale is in full swing. */
export function crashAt(armed: CrashPoint | 'none', strategy: Strategy, inputs: RunInputs): Crash {
  const statementNames: Partial<Record<CrashPoint, string | null>> = {
    'between-two-writes': strategy.firstWrite,
    'mid-refill': 'replenish.lock_level',
  };
  const wanted = armed === 'none' ? undefined : statementNames[armed];
  // The pool of a level is first refilled before the doors open; a refill in the sale is the first one after that.
  let passesLeft = armed === 'mid-refill' ? 1 : Math.max(1, Math.min(20, Math.floor(inputs.stock / 4)));
  const pass = () => {
    passesLeft -= 1;
    if (passesLeft <= 0) process.kill(process.pid, 'SIGKILL');
  };
  return {
    pass: (point) => {
      if (point === armed) pass();
    },
    afterPacket: ({ statements, error }) => {
      if (wanted && !error && statements.some(({ name }) => name === wanted)) pass();
    },
  };
}
