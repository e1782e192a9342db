/**
 * One claim of a sale that breaks between its two halves, for real: a process of the shop is killed there, or a connection is
 * cut. The rest of the shop goes on, does what a shop does after an interruption, and the gateway calls again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@/db/database';
import { isDeadlock, isLockWaitTimeout } from '@/db/errors';
import type { Redis } from '@/db/redis/client';
import { RetriesExhausted } from '@/db/retry';
import { type DyingProcess, startDyingProcess } from './claim-process-start';
import { type ClaimFault, isClaimFault } from './crash-points';
import type { RunInputs } from './inputs';
import { BACK_WITHIN_MS, readPatiently, redisBeside } from './redis';
import { strategies } from './strategies';
import type { ClaimAnswer, OpenStrategy, StrategyContext, TwoSystemBooks } from './strategies/strategy';

export interface InterruptedClaim {
  readonly fault: ClaimFault;
  readonly reservationId: string;
  /** What both systems said before, and after the shop had recovered; null where there is only one system. */
  readonly before: readonly TwoSystemBooks[] | null;
  readonly after: readonly TwoSystemBooks[] | null;
}

export interface ArmedFault {
  /** For the context of the strategy. */
  readonly between: NonNullable<StrategyContext['betweenClaimWrites']>;
  /** The same verbs, one claim of which will break. */
  arm(open: OpenStrategy): Promise<OpenStrategy>;
  /** The claim that broke, once it has. */
  readonly interrupted: () => InterruptedClaim | undefined;
  /** Ends what was prepared for a claim that never came. */
  disarm(): void;
}

interface FaultParts {
  readonly runUrl: string;
  readonly inputs: RunInputs;
  readonly database: Database;
}

/** What is armed for a run; undefined when none of its claims is to break. */
export function faultOf({ runUrl, inputs, database }: FaultParts): ArmedFault | undefined {
  const { crashPoint: fault } = inputs;
  if (!isClaimFault(fault)) return undefined;
  const usesRedis = strategies[inputs.strategy].needs === 'redis';
  // Early, so that there is stock left for what the interruption does to it.
  let claimsLeft = Math.max(1, Math.min(5, Math.floor(inputs.stock / 8)));
  // And while it breaks, so much stays unsold, however long a process takes to die on a busy machine.
  let unitsBefore = Math.floor(inputs.stock / 2);
  let endBreak: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => {
    endBreak = resolve;
  });
  let broken: string | undefined;
  let interrupted: InterruptedClaim | undefined;
  let dying: DyingProcess | undefined;
  let redis: Redis | undefined;

  return {
    async between(reservationId, tx) {
      if (reservationId !== broken) return;
      if (fault === 'claim-redis-cut') await redis?.cutOff();
      if (fault === 'claim-mysql-cut') tx?.session.connection.destroy();
    },
    async arm(open) {
      if (usesRedis) redis = await redisBeside(database);
      if (fault === 'claim-process-killed') dying = await startDyingProcess({ runUrl, inputs });
      const breakOne = async (reservationId: string, orderId: string): Promise<ClaimAnswer> => {
        broken = reservationId;
        const readBoth = async () => (open.readTwoSystems ? readPatiently(open.readTwoSystems) : null);
        const before = await readBoth();
        try {
          if (dying) await dying.claim(reservationId, orderId);
          else await open.claim(reservationId, orderId);
        } catch (error) {
          if (!isCutOff(error)) throw error;
        } finally {
          broken = undefined;
        }
        if (redis) await untilBack(redis);
        if (open.recover) await readPatiently(open.recover);
        interrupted = { fault, reservationId, before, after: await readBoth() };
        endBreak();
        // Whoever waited for the answer got none: it is asked again.
        return 'busy';
      };
      return {
        ...open,
        async reserve(request) {
          unitsBefore -= request.lines.reduce((units, { quantity }) => units + quantity, 0);
          // Not for ever: where nobody gets as far as a claim, none breaks.
          if (unitsBefore < 0) await Promise.race([isOver, delay(BACK_WITHIN_MS, undefined, { ref: false })]);
          return open.reserve(request);
        },
        claim(reservationId, orderId) {
          claimsLeft -= 1;
          return claimsLeft === 0 ? breakOne(reservationId, orderId) : open.claim(reservationId, orderId);
        },
      };
    },
    interrupted: () => interrupted,
    disarm: () => dying?.end(),
  };
}

/** The connection was cut off under it, each time that it was tried. */
function isCutOff(error: unknown): boolean {
  return error instanceof RetriesExhausted && !isDeadlock(error.cause) && !isLockWaitTimeout(error.cause);
}

async function untilBack(redis: Redis): Promise<void> {
  const limit = performance.now() + BACK_WITHIN_MS;
  while (!redis.isReady && performance.now() < limit) await delay(10);
}
