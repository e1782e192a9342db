/** Who decides about a hold: MySQL alone, as a rule; while a shop moves here from Redis, its truth puts the steps in order. */
import type { Engine, EngineSide } from '@/engine/index';
import { addUp, type PlannedLine, planShipments } from './plan-shipments';
import {
  type HoldRequest,
  type HoldResult,
  type NamedHold,
  recordHold,
  reserveSomewhere,
} from './reserve-somewhere';
import { readRoutingOf } from './routing';

export async function decideHold(
  engine: Engine,
  request: HoldRequest,
  named: NamedHold,
): Promise<HoldResult> {
  const { truth } = engine;
  if (!truth) return reserveSomewhere(engine, request, named);
  const { shopId, checkoutId, needsUnits = false } = request;
  const lines = addUp(request.lines);
  const decided = await truth.decide(
    { shopId, checkoutId, ...named, lines, needsUnits },
    sideOf(engine, request, named),
  );
  if (decided.outcome !== 'refused') return decided as HoldResult;
  const short = decided.short.map((lack) => ({ ...lack, held: 0, backInMs: null }));
  return { outcome: 'sold_out', short, reasons: [] };
}

function sideOf(engine: Engine, request: HoldRequest, named: NamedHold): EngineSide<HoldResult> {
  const { shopId, checkoutId, holdSeconds } = request;
  const { reservationId, replaces, regionCode } = named;
  const lines = addUp(request.lines);
  const plan = async () => {
    const routing = await readRoutingOf(engine, {
      shopId,
      regionCode,
      inventoryItemIds: lines.map(({ inventoryItemId }) => inventoryItemId),
      ownReservationId: replaces,
    });
    return { ...routing, plan: planShipments(lines, routing.locations, routing.stock) };
  };
  return {
    reserve: () => reserveSomewhere(engine, request, named),
    look: async () => (await plan()).plan.outcome === 'planned',
    async promise(version) {
      const { plan: served, locations, stock } = await plan();
      const isServed = served.outcome === 'planned';
      let planned: readonly PlannedLine[] = isServed ? served.lines : [];
      if (!isServed) {
        // The other store knows no locations: it may have promised what lies where the region isn't served from.
        const anywhere = locations.map((one) => ({
          ...one,
          status: 'active' as const,
          priority: one.priority ?? 1_000,
        }));
        const all = stock.map((level) => ({ ...level, available: level.available + level.held }));
        const from = planShipments(lines, anywhere, all);
        if (from.outcome === 'planned') planned = from.lines;
        else
          planned = lines.flatMap(({ inventoryItemId, quantity }) => {
            const level = stock.find((one) => one.inventoryItemId === inventoryItemId);
            return level ? [{ ...level, quantity }] : [];
          });
      }
      const hold = { shopId, reservationId, checkoutId, holdSeconds, version };
      const promised = await engine.promise({
        ...hold,
        lines: planned.map(({ inventoryItemId, inventoryGroupId, quantity }) => ({
          inventoryItemId,
          inventoryGroupId,
          quantity,
        })),
        ...(replaces ? { replaces } : {}),
      });
      if (promised.outcome === 'stale') return { outcome: 'stale' };
      if (promised.outcome !== 'promised') {
        return { outcome: 'promised', isServed, result: { outcome: promised.outcome } };
      }
      if (!promised.isRepeat) {
        await recordHold(engine, { shopId, checkoutId }, reservationId, planned, served.reasons);
      }
      const result = { outcome: 'held', reservationId, isRepeat: promised.isRepeat } as const;
      return { outcome: 'promised', isServed, result };
    },
  };
}
