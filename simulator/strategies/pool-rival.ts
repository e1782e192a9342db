/**
 * What the strategies share that reserve from the engine's pool in a way of their own: everything else of the engine, its
 * refills beforehand included, so that a comparison shows the way of reserving and nothing else.
 */
import type { Statement } from '@/db/statement';
import { createEngine, type Engine, type LevelKey } from '@/engine/index';
import { RUN_SHOP } from '../stock';
import { engineStatement } from './engine-statement';
import { layOutPool, lowWaterMarkOf, openEngine, saleStatements } from './engine-stock';
import { writeHold, writeHoldLines } from './hold-books';
import { type RowReserve, reserveRows } from './row-reserve';
import type { HoldRequest, OpenStrategy, StrategyContext } from './strategy';

/** With which the engine finds out why a level is short; rivals ask for all levels of a cart at once. */
const ofTheEnginesRecovery = ['expire.find_expired_of_level', 'replenish.read_unpooled'];

/** What a rival sends: the engine's statements, its own books of a hold, and `lock` in the place of the engine's. */
export function rivalStatements(lock = engineStatement('reserve.lock_units')): readonly Statement[] {
  const instead: Record<string, Statement> = {
    'reserve.open_reservation': writeHold,
    'reserve.add_lines': writeHoldLines,
    'reserve.lock_units': lock,
  };
  const sent = saleStatements('availability.read').filter(({ name }) => !ofTheEnginesRecovery.includes(name));
  return sent.map((statement) => instead[statement.name] ?? statement);
}

/** Lays the stock out as a pool and answers the engine's verbs, with `how` in the place of its reserve. */
export async function openPoolRival(
  context: StrategyContext,
  howOn: (engine: Engine) => RowReserve,
): Promise<OpenStrategy> {
  const engine = createEngine(context.database);
  await layOutPool(engine, context);
  const how = howOn(engine);
  const refillBeforehand = refillsBeforehand(engine, context);
  return {
    ...openEngine(engine, context),
    async reserve(request) {
      const answer = await reserveRows(context, request, how);
      if (answer.outcome === 'reserved') refillBeforehand(request);
      return answer;
    },
  };
}

/** Starts a refill that nobody waits for when few of the units that were laid out are left, as the engine does. */
function refillsBeforehand(
  engine: Engine,
  { levels, poolCap, onRetry }: StrategyContext,
): (taken: HoldRequest) => void {
  const nameOf = (level: Omit<LevelKey, 'shopId'>) => `${level.inventoryItemId}:${level.inventoryGroupId}`;
  const left = new Map(levels.map((level) => [nameOf(level), Math.min(level.units, poolCap)]));
  const exhausted = new Set(levels.filter(({ units }) => units <= poolCap).map(nameOf));
  engine.events.on('refill', ({ added, ...level }) => {
    left.set(nameOf(level), (left.get(nameOf(level)) ?? 0) + added);
  });
  const refill = async (level: LevelKey) => {
    try {
      if ((await engine.replenish(level)).unpooled === 0) exhausted.add(nameOf(level));
    } catch {
      // Nobody waited for it; whoever finds the pool dry refills it inline and gets the error.
      onRetry('REFILL_FAILED');
    }
  };
  return ({ lines }) => {
    for (const { inventoryItemId, inventoryGroupId, quantity } of lines) {
      const level = { shopId: RUN_SHOP, inventoryItemId, inventoryGroupId };
      const name = nameOf(level);
      const rest = (left.get(name) ?? 0) - quantity;
      left.set(name, rest);
      if (rest <= lowWaterMarkOf(poolCap) && !exhausted.has(name)) void refill(level);
    }
  };
}
