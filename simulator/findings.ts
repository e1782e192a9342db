/** The evidence that is kept when the tables of a run are dropped: enough of each kind to see, never without bound. */
import type { InterruptedClaim } from './claim-fault';
import type { Attempt, LevelShares, MisplacedOrder } from './evidence';
import type { Finding } from './run-records';
import type { LevelEvidence } from './verdict';

const MOST_OF_A_KIND = 200;

export interface OrderSeen {
  readonly buyer: number;
  readonly orderId: string | null;
  readonly reservedAtMs: number;
  readonly claimedAtMs: number | null;
  /** What the counter showed this buyer. */
  readonly sawQuantity: number | null;
}

export interface SharedUnitFinding {
  readonly inventoryItemId: number;
  readonly inventoryGroupId: number;
  readonly unitId: number;
  readonly orders: readonly OrderSeen[];
}

export interface FalseRefusalFinding {
  readonly buyer: number;
  readonly answer: 'sold_out' | 'all_held' | 'busy';
  readonly unitsWanted: number;
  readonly turnAtMs: number;
  readonly answeredAtMs: number;
  /** Units that the tables showed as free right after the answer. */
  readonly freeAfter: number | null;
}

export interface LeakFinding {
  readonly inventoryItemId: number;
  readonly inventoryGroupId: number;
  readonly units: number;
  readonly sold: number;
  readonly free: number;
}

export interface PaymentFinding {
  readonly buyer: number;
  readonly amountMinor: number;
}

export interface WrongLocationFinding {
  readonly buyer: number;
  readonly orderId: string | null;
  readonly inventoryItemId: number;
  /** The location that the order was promised from, and how many it ever had. */
  readonly promisedFrom: number;
  readonly unitsThere: number;
  /** Locations that have units left, with how many. */
  readonly elsewhere: readonly (readonly [inventoryGroupId: number, units: number])[];
}

export interface InterruptedClaimFinding extends Omit<InterruptedClaim, 'reservationId'> {
  readonly buyer: number | null;
  readonly orderId: string | null;
  readonly unitsWanted: number;
}

const ms = (us: number) => Math.round(us / 10) / 100;

export function findingsOf(parts: {
  readonly shares: readonly LevelShares[];
  readonly falseRefusals: readonly Attempt[];
  readonly paidWithoutOrder: readonly PaymentFinding[];
  readonly evidence: readonly LevelEvidence[];
  readonly misplaced: readonly MisplacedOrder[];
  readonly interrupted: InterruptedClaim | undefined;
  readonly attempts: readonly Attempt[];
}): Finding[] {
  const shared = parts.shares.flatMap(({ level, shared: units }) =>
    units.map(
      ({ unitId, holds }): SharedUnitFinding => ({
        inventoryItemId: level.inventoryItemId,
        inventoryGroupId: level.inventoryGroupId,
        unitId,
        orders: holds.slice(0, 20).map(({ attempt, seen }) => ({
          buyer: attempt.buyer,
          orderId: attempt.orderId,
          reservedAtMs: ms(attempt.answeredUs),
          claimedAtMs: attempt.endedUs === null ? null : ms(attempt.endedUs),
          sawQuantity: seen ?? null,
        })),
      }),
    ),
  );
  const refused = parts.falseRefusals.map(
    (attempt): FalseRefusalFinding => ({
      buyer: attempt.buyer,
      answer: attempt.outcome as FalseRefusalFinding['answer'],
      unitsWanted: attempt.unitsWanted,
      turnAtMs: ms(attempt.startedUs),
      answeredAtMs: ms(attempt.answeredUs),
      freeAfter: attempt.freeAfter,
    }),
  );
  const leaks = parts.evidence
    .filter(({ units, free, sold, held }) => units - free - sold - held > 0)
    .map(({ held, ...leak }): LeakFinding => leak);
  const misplaced = parts.misplaced.map(
    ({ attempt, level, elsewhere }): WrongLocationFinding => ({
      buyer: attempt.buyer,
      orderId: attempt.orderId,
      inventoryItemId: level.inventoryItemId,
      promisedFrom: level.inventoryGroupId,
      unitsThere: level.units,
      elsewhere,
    }),
  );
  const interrupted = parts.interrupted ? [interruptedFinding(parts.interrupted, parts.attempts)] : [];
  const first = <T>(kind: Finding['kind'], list: readonly T[]): Finding[] =>
    list.slice(0, MOST_OF_A_KIND).map((detail) => ({ kind, detail }));
  return [
    ...first('shared_unit', shared),
    ...first('false_refusal', refused),
    ...first('leaked_units', leaks),
    ...first('paid_without_order', parts.paidWithoutOrder),
    ...first('wrong_location', misplaced),
    ...first('interrupted_claim', interrupted),
  ];
}

function interruptedFinding(
  { reservationId, ...claim }: InterruptedClaim,
  attempts: readonly Attempt[],
): InterruptedClaimFinding {
  const attempt = attempts.find((one) => one.reservationId === reservationId);
  return {
    ...claim,
    buyer: attempt?.buyer ?? null,
    orderId: attempt?.orderId ?? null,
    unitsWanted: attempt?.unitsWanted ?? 0,
  };
}
