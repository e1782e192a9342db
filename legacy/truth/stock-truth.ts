/**
 * Who decides about a shop's holds while it moves from Redis to MySQL.
 *
 * Promise: a hold that was told to a buyer is in the books of both stores or comes there, whoever decided; what is paid for
 * takes real units, so that no switch and no wrong counter sells a unit twice. The store that doesn't decide is
 * waited for at most `SHADOW_MS`, and its failure is counted and never the buyer's.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@/db/database';
import { RedisError } from '@/db/redis/client';
import type { EngineSide, HoldDemand, HoldKey, LoneEngine, OtherRefusal, StockTruth } from '@/engine/index';
import type { CounterAnswer, Counters } from './counters';
import { differ, refusal } from './differ';
import { type Truth, TruthDirectory } from './directory';
import { SharedLoads } from './load';
import { Reconciler } from './reconcile';
import { Tally } from './tally';

/** Longest wait for the store that doesn't decide, in ms. */
export const SHADOW_MS = 250;
const MOST_ROUNDS = 5;
const FLUSH_MS = 1_000;

type Answer<T> = T | OtherRefusal | { readonly outcome: 'busy' };

export class MovingTruth implements StockTruth {
  readonly directory: TruthDirectory;
  readonly tally: Tally;
  readonly #database: Database;
  readonly #counters: () => Promise<Counters | undefined>;
  readonly #shadowMs: number;
  readonly #reconciler: Reconciler;
  readonly #loads: SharedLoads;
  readonly #pending = new Set<Promise<unknown>>();
  #engine: LoneEngine | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `counters` connects when first asked, and answers undefined where there is no Redis. */
  constructor(database: Database, counters: () => Promise<Counters | undefined>, shadowMs: number) {
    this.#database = database;
    this.#shadowMs = shadowMs;
    this.#counters = counters;
    this.#loads = new SharedLoads(database);
    this.directory = new TruthDirectory(database);
    this.tally = new Tally(database);
    this.#reconciler = new Reconciler(database);
  }

  /** Names the engine whose pools promises are filled from, and begins to follow switches. */
  start(engine: LoneEngine): void {
    this.#engine = engine;
    this.directory.start();
    this.#timer = setInterval(() => this.#beside(this.tally.flush()), FLUSH_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.directory.stop();
    await this.settled();
    await this.tally.flush();
  }

  /** Resolves when nothing that no buyer waits for is under way. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  of(shopId: number) {
    const truth = this.directory.of(shopId);
    const view = ({ state }: Truth) => ({
      hasPromises: state === 'redis' || state === 'shadow',
      isTold: state !== 'mysql',
    });
    return truth instanceof Promise ? truth.then(view) : view(truth);
  }

  async decide<T extends { readonly outcome: string }>(
    demand: HoldDemand,
    here: EngineSide<T>,
  ): Promise<Answer<T>> {
    const { state, version } = await this.directory.of(demand.shopId);
    // One that has always been here is not even counted.
    if (version === 0) return here.reserve();
    return this.tally.decided(demand.shopId, state, () => this.#decide(demand, here));
  }

  async #decide<T extends { readonly outcome: string }>(
    demand: HoldDemand,
    here: EngineSide<T>,
  ): Promise<Answer<T>> {
    for (let round = 1; round <= MOST_ROUNDS; round += 1) {
      const truth = await this.directory.of(demand.shopId);
      if (truth.state === 'mysql') return here.reserve();
      const counters = await this.#counters();
      if (truth.state === 'mysql_redis_written') return this.#mysqlDecides(demand, here, truth, counters);
      const answer = counters && (await this.#redisDecides(demand, here, truth, counters));
      if (!answer) return { outcome: 'busy' };
      if (answer !== 'again') return answer;
    }
    return { outcome: 'busy' };
  }

  ended({ shopId, reservationId }: HoldKey, isSold: boolean): void {
    this.#beside(this.#counters().then((counters) => counters?.end(shopId, reservationId, isSold)));
  }

  restocked(shopId: number): void {
    const load = async () => {
      const { state } = await this.directory.of(shopId);
      const counters = await this.#counters();
      if (state !== 'mysql' && counters) await this.#loads.load(shopId, counters);
    };
    this.#beside(load());
  }

  async reconcile(shopId: number): Promise<void> {
    const counters = await this.#counters();
    const truth = await this.directory.of(shopId);
    if (!counters || !this.#engine || truth.state === 'mysql') return;
    try {
      await this.#reconciler.run(this.#engine, counters, shopId, truth);
    } catch (error) {
      // Redis is gone for now; the next run does what this one couldn't.
      if (!(error instanceof RedisError)) throw error;
    }
  }

  /** `undefined`: Redis can't say. */
  async #redisDecides<T extends { readonly outcome: string }>(
    demand: HoldDemand,
    here: EngineSide<T>,
    truth: Truth,
    counters: Counters,
  ): Promise<Answer<T> | 'again' | undefined> {
    const { shopId } = demand;
    const startedAt = performance.now();
    const redis = await this.#ask(counters, demand, truth, 'decide');
    if (!redis) return undefined;
    if (redis.outcome === 'stale' || redis.outcome === 'missing') {
      return (await this.#catchUp(shopId, counters, truth)) ? 'again' : undefined;
    }
    if (redis.outcome === 'refused') {
      if (truth.state === 'shadow') this.#beside(this.#compareRefusal(demand, here, truth, counters));
      return refusal(demand, redis.free);
    }
    if (truth.isSettling || demand.needsUnits) return this.#bothAgree(demand, here, truth, counters);
    const decidingMs = performance.now() - startedAt;
    const promised = await here.promise(truth.version);
    if (promised.outcome === 'stale' || promised.result.outcome !== 'held') {
      if (redis.outcome === 'granted') this.ended(demand, false);
      if (promised.outcome !== 'stale') return promised.result;
      await this.directory.refresh();
      return 'again';
    }
    if (truth.state === 'shadow' && redis.outcome === 'granted') {
      const shadow = this.#shadow(demand, truth, counters, promised.isServed, decidingMs);
      this.#beside(shadow);
      await Promise.race([shadow.catch(() => undefined), delay(this.#shadowMs, undefined, { ref: false })]);
    }
    return promised.result;
  }

  /** While a switch settles, and for money that is there already: Redis' yes and MySQL's units. */
  async #bothAgree<T extends { readonly outcome: string }>(
    demand: HoldDemand,
    here: EngineSide<T>,
    truth: Truth,
    counters: Counters,
  ): Promise<T> {
    const result = await here.reserve();
    if (truth.state === 'shadow') this.#beside(this.#compareYes(demand, counters, result.outcome));
    if (result.outcome !== 'held') {
      this.ended(demand, false);
      return result;
    }
    // Counters that were loaded meanwhile may have missed a hold that was not yet written.
    const now = await this.directory.of(demand.shopId);
    if (now.version !== truth.version) this.#beside(this.#ask(counters, demand, now, 'told'));
    return result;
  }

  /** MySQL takes units for what Redis has granted; what it says about that is compared. */
  async #shadow(
    demand: HoldDemand,
    { state }: Truth,
    counters: Counters,
    isServed: boolean,
    decidingMs: number,
  ): Promise<void> {
    const { shopId, reservationId } = demand;
    const startedAt = performance.now();
    const filled = await this.#engine?.fill({ shopId, reservationId }).catch(() => undefined);
    const shadowMs = performance.now() - startedAt;
    if (!filled || filled.outcome === 'busy' || filled.outcome === 'not_held' || shadowMs > this.#shadowMs) {
      this.tally.add(shopId, state, 'dropped');
      return;
    }
    this.tally.add(shopId, state, 'compared');
    this.tally.time(shopId, state, decidingMs, shadowMs);
    if (!isServed || filled.outcome === 'short') {
      await differ(this.#books(counters), demand, state, 'reserved', 'sold_out', filled.outcome === 'filled');
    }
  }

  /** Compares what MySQL says where Redis has said yes and both were needed. */
  async #compareYes(demand: HoldDemand, counters: Counters, outcome: string): Promise<void> {
    if (outcome !== 'held' && outcome !== 'sold_out' && outcome !== 'all_held') return;
    this.tally.add(demand.shopId, 'shadow', 'compared');
    if (outcome !== 'held') await differ(this.#books(counters), demand, 'shadow', 'reserved', outcome);
  }

  async #compareRefusal<T extends { readonly outcome: string }>(
    demand: HoldDemand,
    here: EngineSide<T>,
    { state }: Truth,
    counters: Counters,
  ): Promise<void> {
    const isThere = await here.look();
    this.tally.add(demand.shopId, state, 'compared');
    if (isThere) await differ(this.#books(counters), demand, state, 'refused', 'reserved');
  }

  async #mysqlDecides<T extends { readonly outcome: string }>(
    demand: HoldDemand,
    here: EngineSide<T>,
    truth: Truth,
    counters: Counters | undefined,
  ): Promise<T> {
    const startedAt = performance.now();
    const result = await here.reserve();
    const decidingMs = performance.now() - startedAt;
    const { outcome } = result;
    if (outcome !== 'held' && outcome !== 'sold_out' && outcome !== 'all_held') return result;
    const tell = async () => {
      const toldAt = performance.now();
      const redis =
        counters && (await this.#ask(counters, demand, truth, outcome === 'held' ? 'told' : 'ask'));
      if (redis?.outcome === 'missing' || redis?.outcome === 'stale') {
        if (counters) await this.#catchUp(demand.shopId, counters, truth);
        const now = await this.directory.of(demand.shopId);
        if (counters && now.state !== 'mysql')
          await this.#ask(counters, demand, now, outcome === 'held' ? 'told' : 'ask');
      }
      if (!redis || !counters || redis.outcome === 'missing' || redis.outcome === 'stale') {
        this.tally.add(demand.shopId, truth.state, 'dropped');
        return;
      }
      if (redis.outcome === 'repeat') return;
      this.tally.add(demand.shopId, truth.state, 'compared');
      this.tally.time(demand.shopId, truth.state, decidingMs, performance.now() - toldAt);
      const redisDecision = redis.outcome === 'granted' ? 'reserved' : 'refused';
      if ((redisDecision === 'reserved') !== (outcome === 'held')) {
        const mysqlDecision = outcome === 'held' ? 'reserved' : outcome;
        await differ(this.#books(counters), demand, truth.state, redisDecision, mysqlDecision);
      }
    };
    this.#beside(tell());
    return result;
  }

  async #ask(
    counters: Counters,
    demand: HoldDemand,
    { version }: Truth,
    mode: 'decide' | 'told' | 'ask',
  ): Promise<CounterAnswer | undefined> {
    try {
      return await counters.reserve(demand.shopId, version, mode, demand);
    } catch (error) {
      if (!(error instanceof RedisError)) throw error;
      // It may have counted the hold all the same; whether it has is struck off when Redis answers again.
      if (mode === 'decide') this.ended(demand, false);
      return undefined;
    }
  }

  /** Another version than Redis has: the belief is old, or the counters are. */
  async #catchUp(shopId: number, counters: Counters, believed: Truth): Promise<boolean> {
    await this.directory.refresh();
    const now = await this.directory.of(shopId);
    if (now.version !== believed.version) return true;
    return this.#loads.load(shopId, counters).then(
      () => this.directory.refresh().then(() => true),
      (error: unknown) => {
        if (error instanceof RedisError) return false;
        throw error;
      },
    );
  }

  #books(counters: Counters) {
    return { database: this.#database, tally: this.tally, counters };
  }

  /** Work that no buyer waits for: when it fails, Redis or MySQL is gone, which the next decision reports, and is made up for later. */
  #beside(work: Promise<unknown>): void {
    const kept: Promise<unknown> = work.catch(() => undefined).finally(() => this.#pending.delete(kept));
    this.#pending.add(kept);
  }
}
