/**
 * A steady crowd that checks out beside its neighbours, for as long as somebody watches what they do to each other.
 *
 * Promise: it works in a schema of its own and on connections of its own, and its settings may change at any moment; when
 * `stop` resolves, its connections are closed and its schema is gone. It leaves measuring to whoever reads it.
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { TagStats } from '@/db/connection-stats';
import { createDatabase, type Database } from '@/db/database';
import { isAcquireTimeout } from '@/db/errors';
import { createEngine, type Engine } from '@/engine/index';
import { RUN_SHOP } from '../stock';
import { type NeighbourId, Neighbours, neighbourIds } from './neighbours';
import { dropTrafficSchema, layOutTraffic, makeTrafficSchema, trafficLine, trafficUrl } from './tables';

export interface TrafficSettings {
  /** Whether the neighbours work at all. */
  readonly hasNeighbours: boolean;
  /** Those that have been repaired. */
  readonly repaired: readonly NeighbourId[];
}

export interface TrafficReading {
  readonly settings: TrafficSettings;
  /** Grows by one whenever the settings change. */
  readonly phase: number;
  /** Checkouts that were reserved and claimed since the start. */
  readonly checkouts: number;
  /** Checkouts that found no connection in time, or no unit. */
  readonly refused: number;
  readonly connections: Database['connections'];
  readonly tags: readonly TagStats[];
  /** What ended it early, if anything did. */
  readonly failure: string | null;
}

export interface TrafficOptions {
  /** Default 32. */
  readonly buyers?: number;
  /** Connections to the writer that buyers and neighbours share. Default 8. */
  readonly connectionLimit?: number;
  /** Added to each round trip, in ms. Default 1: within one machine there is next to none. */
  readonly roundTripDelayMs?: number;
  /** Time that a buyer takes between two checkouts, in ms. Default 60. */
  readonly thinkMs?: number;
}

export class Traffic {
  readonly #options: Required<TrafficOptions>;
  readonly #url: string;
  readonly #writer: Database;
  readonly #reader: Database;
  readonly #engine: Engine;
  readonly #neighbours: Neighbours;
  readonly #ending = new AbortController();
  #settings: TrafficSettings = { hasNeighbours: false, repaired: [] };
  #phase = 0;
  #checkouts = 0;
  #refused = 0;
  #failure: string | null = null;
  #crowd: Promise<unknown> = Promise.resolve();

  private constructor(mainUrl: string, options: TrafficOptions) {
    this.#options = { buyers: 32, connectionLimit: 8, roundTripDelayMs: 1, thinkMs: 60, ...options };
    const { connectionLimit, roundTripDelayMs } = this.#options;
    this.#url = trafficUrl(mainUrl);
    this.#writer = createDatabase({ url: this.#url, connectionLimit, roundTripDelayMs });
    this.#reader = createDatabase({ url: this.#url, connectionLimit: 4, roundTripDelayMs });
    this.#engine = createEngine(this.#writer);
    this.#neighbours = new Neighbours(this.#writer, this.#reader);
    // Each buyer's pause listens to it.
    setMaxListeners(0, this.#ending.signal);
  }

  /** Lays out a stock and lets the crowd in. */
  static async start(mainUrl: string, options: TrafficOptions = {}): Promise<Traffic> {
    const traffic = new Traffic(mainUrl, options);
    try {
      await makeTrafficSchema(traffic.#url, traffic.#options.buyers);
      await layOutTraffic(traffic.#engine);
    } catch (error) {
      await traffic.stop();
      throw error;
    }
    const buyers = Array.from({ length: traffic.#options.buyers }, (_, cartId) => traffic.#buy(cartId));
    traffic.#crowd = Promise.all(buyers).catch((error: unknown) => {
      traffic.#failure = error instanceof Error ? error.message : String(error);
      traffic.#ending.abort();
    });
    return traffic;
  }

  change(settings: TrafficSettings): void {
    this.#settings = settings;
    this.#phase += 1;
  }

  read(): TrafficReading {
    return {
      settings: this.#settings,
      phase: this.#phase,
      checkouts: this.#checkouts,
      refused: this.#refused,
      connections: this.#writer.connections,
      tags: this.#writer.stats.read(),
      failure: this.#failure,
    };
  }

  /** The books of what was sold, for tests. */
  audit() {
    return this.#engine.audit(RUN_SHOP);
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#crowd;
    await this.#engine.settled();
    await Promise.all([this.#writer.close(), this.#reader.close()]);
    await dropTrafficSchema(this.#url);
  }

  async #buy(cartId: number): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      // An unfinished pause is no failure, it is the end.
      await delay(this.#options.thinkMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        if (await this.#checkOut(cartId)) this.#checkouts += 1;
        else this.#refused += 1;
      } catch (error) {
        // All connections in use for longer than a buyer waits: the very thing that is shown here.
        if (!isAcquireTimeout(error)) throw error;
        this.#refused += 1;
      }
    }
  }

  async #checkOut(cartId: number): Promise<boolean> {
    const { hasNeighbours, repaired } = this.#settings;
    if (hasNeighbours) {
      for (const id of neighbourIds) await this.#neighbours.visit(id, cartId, repaired.includes(id));
    }
    const reservationId = uuidv7();
    const held = await this.#engine.reserve({
      shopId: RUN_SHOP,
      reservationId,
      checkoutId: reservationId,
      holdSeconds: 300,
      lines: [trafficLine],
    });
    if (held.outcome !== 'reserved') return false;
    const claimed = await this.#engine.claim({ shopId: RUN_SHOP, reservationId, orderId: reservationId });
    return claimed.outcome === 'claimed';
  }
}
