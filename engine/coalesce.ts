/**
 * Reserves of one level that wait at the same time share a transaction. Optional, per process: a few lanes a level, each
 * of which takes what has gathered while it was under way. One commit then serves up to a hundred checkouts.
 *
 * Promise: every checkout has its own header, its own units and its own outcome, exactly as if it had come alone; a
 * batch that fails in whatever way is taken apart, and each of its checkouts goes the ordinary way. Only new holds of a
 * single level gather; carts of several lines, and holds that replace another, go the ordinary way at once.
 */
import { call } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import type { EngineContext } from './context';
import { levelName } from './cursor';
import { mergeAndOrder } from './lock-order';
import { recoverLevel } from './recover';
import { refillInBackground } from './replenish';
import { reserve } from './reserve';
import type { HeldUnit, LevelKey, ReserveRequest, ReserveResult } from './results';
import { addLinesOfMany } from './sql/add-lines-of-many';
import { holdUnitsOfMany } from './sql/hold-units-of-many';
import { lockUnits } from './sql/lock-units';
import { openReservations } from './sql/open-reservations';
import { takeUnits } from './sql/take-units';

export interface CoalesceOptions {
  /** Transactions under way at once for one level. Default 4; more than the server has cores only queue there. */
  readonly lanes?: number;
  /** Most checkouts in one transaction. Default 100. */
  readonly batchSize?: number;
}

const MOST_ATTEMPTS = 5;

interface Waiting {
  readonly request: ReserveRequest;
  readonly quantity: number;
  readonly answer: (result: ReserveResult | Promise<ReserveResult>) => void;
}

interface Gathering {
  readonly level: LevelKey;
  readonly waiting: Waiting[];
  lanesBusy: number;
}

export class Coalescer {
  readonly #engine: EngineContext;
  readonly #lanes: number;
  readonly #batchSize: number;
  readonly #gatherings = new Map<string, Gathering>();

  constructor(engine: EngineContext, { lanes = 4, batchSize = 100 }: CoalesceOptions) {
    this.#engine = engine;
    this.#lanes = lanes;
    this.#batchSize = batchSize;
  }

  /** As the engine's `reserve`. */
  reserve(request: ReserveRequest): Promise<ReserveResult> {
    const [line, ...more] = mergeAndOrder(request.lines);
    const isSimple = line && more.length === 0 && Number.isSafeInteger(line.quantity) && line.quantity > 0;
    if (!isSimple || line.quantity > this.#batchSize || request.replaces)
      return reserve(this.#engine, request);
    const { inventoryItemId, inventoryGroupId, quantity } = line;
    const level = { shopId: request.shopId, inventoryItemId, inventoryGroupId };
    return new Promise((answer) => {
      const gathering = this.#gatheringOf(level);
      gathering.waiting.push({ request, quantity, answer });
      if (gathering.lanesBusy < this.#lanes) this.#drive(gathering);
    });
  }

  #gatheringOf(level: LevelKey): Gathering {
    const name = levelName(level);
    let gathering = this.#gatherings.get(name);
    if (!gathering) {
      gathering = { level, waiting: [], lanesBusy: 0 };
      this.#gatherings.set(name, gathering);
    }
    return gathering;
  }

  /** One lane: batch after batch, until nobody waits. */
  async #drive(gathering: Gathering): Promise<void> {
    gathering.lanesBusy += 1;
    // What arrives in the same turn of the event loop travels together.
    await Promise.resolve();
    while (gathering.waiting.length > 0) {
      await this.#serve(gathering.level, this.#nextBatch(gathering));
    }
    gathering.lanesBusy -= 1;
    if (gathering.lanesBusy === 0) this.#gatherings.delete(levelName(gathering.level));
  }

  /** As many as the pool is known to have units for: a batch that finds too few has written its headers for nothing. */
  #nextBatch({ level, waiting }: Gathering): Waiting[] {
    const left = this.#engine.cursors.left(level);
    // Where nothing is left, the batch waits for the refill first; where nothing is known, it looks from the head.
    if (left === null || left === 0) return waiting.splice(0, this.#batchSize);
    let units = 0;
    const fits = waiting.findIndex(({ quantity }) => {
      units += quantity;
      return units > left;
    });
    return waiting.splice(0, Math.min(this.#batchSize, Math.max(1, fits < 0 ? waiting.length : fits)));
  }

  /** Answers everybody in the batch, and never throws: what fails together is tried, and fails or not, alone. */
  async #serve(level: LevelKey, batch: readonly Waiting[]): Promise<void> {
    const together = new Set(await this.#serveTogether(level, batch));
    const alone = batch.filter((one) => !together.has(one));
    await Promise.allSettled(
      alone.map(({ request, answer }) => {
        const result = reserve(this.#engine, request);
        answer(result);
        return result;
      }),
    );
  }

  /** Reserves for as many of the batch as there are units for, in the order of their arrival, and says for whom. */
  async #serveTogether(level: LevelKey, batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    const engine = this.#engine;
    let group = batch;
    for (let attempt = 1; group.length > 1 && attempt <= MOST_ATTEMPTS; attempt += 1) {
      try {
        // A pool that somebody is just refilling for want of units has none for this batch either.
        const name = levelName(level);
        const checkoutIds = group.map(({ request }) => request.checkoutId);
        if (engine.cursors.isDry(level)) {
          await engine.waiting.during(name, checkoutIds, () => engine.refills.landed(name));
        }
        const taken = await engine.retry('reserve', () => this.#take(level, group));
        if (taken !== 'short') {
          for (const { request, answer } of group) answer(taken.get(request.reservationId) as ReserveResult);
          // The other lanes take as much meanwhile, and each of them twice before a refill is there.
          refillInBackground(engine, level, 2 * this.#lanes * unitsOf(group));
          return group;
        }
        const needed = unitsOf(group);
        const recovery = await engine.waiting.during(name, checkoutIds, () =>
          recoverLevel(engine, level, needed),
        );
        if (recovery.step !== 'refilled') engine.cursors.forget(level);
        // Too few for all: who came first and fits stays in the group; the others find out alone what is left for them.
        if ('available' in recovery) group = fitting(group, recovery.available);
      } catch {
        // One repeated id is enough to get here. Alone, each of them gets its own answer, or its own error.
        return [];
      }
    }
    return [];
  }

  async #take(level: LevelKey, batch: readonly Waiting[]): Promise<'short' | Map<string, ReserveResult>> {
    const engine = this.#engine;
    const { shopId, inventoryItemId, inventoryGroupId } = level;
    const quantity = unitsOf(batch);
    const inOrder = [...batch].sort((a, b) => (a.request.reservationId < b.request.reservationId ? -1 : 1));
    const holds = JSON.stringify(
      inOrder.map(({ request, quantity }) => [
        request.reservationId,
        request.checkoutId,
        request.holdSeconds,
        quantity,
      ]),
    );
    const fromUnitId = engine.cursors.take(level, quantity);
    return engine.database.transaction('checkout', async (tx: Transaction) => {
      const opened = await tx.send(
        call(openReservations, { shopId, holds }),
        call(addLinesOfMany, { shopId, inventoryItemId, inventoryGroupId, holds }),
        call(lockUnits, { shopId, inventoryItemId, inventoryGroupId, fromUnitId, quantity }),
      );
      const ids = (opened.at(-1)?.rows ?? []).map((row): number => row.id);
      if (ids.length < quantity) {
        await tx.rollback();
        return 'short';
      }
      const results = new Map<string, ReserveResult>();
      const dealt: [string, number][] = [];
      let next = 0;
      for (const { request, quantity: own } of batch) {
        const units = ids
          .slice(next, next + own)
          .map((id): HeldUnit => ({ inventoryItemId, inventoryGroupId, id }));
        next += own;
        results.set(request.reservationId, { outcome: 'reserved', units, isRepeat: false });
        dealt.push(...units.map(({ id }): [string, number] => [request.reservationId, id]));
      }
      await tx.commit(
        call(takeUnits, {
          shopId,
          units: JSON.stringify(ids.map((id) => [inventoryItemId, inventoryGroupId, id])),
        }),
        call(holdUnitsOfMany, { shopId, inventoryItemId, inventoryGroupId, dealt: JSON.stringify(dealt) }),
      );
      return results;
    });
  }
}

const unitsOf = (batch: readonly Waiting[]) => batch.reduce((sum, { quantity }) => sum + quantity, 0);

function fitting(batch: readonly Waiting[], available: number): readonly Waiting[] {
  let left = available;
  return batch.filter(({ quantity }) => {
    const fits = quantity <= left;
    if (fits) left -= quantity;
    return fits;
  });
}
