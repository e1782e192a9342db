import { v7 as uuidv7 } from 'uuid';
import type { Database } from '@/db/database';
import { call } from '@/db/statement';
import type { HoldDemand, OtherRefusal } from '@/engine/index';
import { explain } from './compare';
import { recordDifference } from './comparison-sql';
import type { Counters } from './counters';
import type { TruthState } from './states';
import type { Tally } from './tally';

/** Explains, counts and keeps a reserve that the two stores decided differently. */
export async function differ(
  { database, tally, counters }: { database: Database; tally: Tally; counters: Counters },
  demand: HoldDemand,
  state: TruthState,
  redisDecision: 'reserved' | 'refused',
  mysqlDecision: 'reserved' | 'sold_out' | 'all_held',
  tookElsewhere = false,
): Promise<void> {
  const { shopId, reservationId, checkoutId } = demand;
  const asked = { ...demand, redisGranted: redisDecision === 'reserved', tookElsewhere };
  const { reason, detail } = await explain(database, counters, asked);
  tally.add(shopId, state, reason);
  const difference = { shopId, differenceId: uuidv7(), reservationId, checkoutId, state };
  const decisions = { redisDecision, mysqlDecision, reason, detail: JSON.stringify(detail) };
  await database.session('truth', (session) =>
    session.send(call(recordDifference, { ...difference, ...decisions })),
  );
}

/** The answer to a buyer for whom Redis has too few. */
export function refusal({ lines }: HoldDemand, free: readonly number[]): OtherRefusal {
  const short = lines.map(({ inventoryItemId, quantity }, index) => ({
    inventoryItemId,
    wanted: quantity,
    available: Math.max(0, free[index] ?? 0),
  }));
  return { outcome: 'refused', short: short.filter(({ available, wanted }) => available < wanted) };
}
