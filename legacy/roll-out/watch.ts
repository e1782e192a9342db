/**
 * The watch over a roll-out, in the worker: measures once a second, stops what passes a threshold, lets shops follow whose
 * gates have opened, and finishes ways back that something interrupted.
 *
 * Promise: no page has to be open. A watch that dies leaves everything in MySQL, where the next one finds it; two at once do
 * no harm.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@/db/database';
import { call } from '@/db/statement';
import { markPodSafe, type Stores, stopRollOut, takeBack } from './acts';
import { bringForward } from './move-pod';
import { type RollOutRow, toRow } from './read';
import { type Sample, Sampler } from './sampler';
import {
  listPods,
  openRollOut,
  readMostConnections,
  readNow,
  readRollOutRow,
  readServer,
  sumAllSeen,
  sumPodSeen,
  writeMeasures,
} from './sql';
import { defaultThresholds, passedInWords, passedThresholds } from './thresholds';
import { withCounters } from './with-counters';

const ACTOR = 'watch';
const EVERY_MS = 1_000;

interface PodRow {
  readonly podId: number;
  readonly status: 'resting' | 'advancing' | 'going_back';
  readonly aim: 'redis' | 'shadow' | 'mysql_redis_written' | 'mysql';
  /** Unix time by MySQL's clock, in seconds. */
  readonly steppedAt: number | null;
  readonly steppedAgoMs: number | null;
}

export class RollOutWatch {
  readonly #database: Database;
  readonly #redisUrl: string | undefined;
  readonly #sampler = new Sampler();
  /** Unix time of the first look, in seconds: what all pods did is counted from there. */
  #since: number | undefined;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  /** Connects to Redis while a pod is on its way, and not before. */
  constructor(database: Database, redisUrl: string | undefined) {
    this.#database = database;
    this.#redisUrl = redisUrl;
  }

  /** Looks once a second until `stop`. What fails is told once, and tried again. */
  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** One look: measures, and does what follows from it. Throws what MySQL reports. */
  async look(): Promise<void> {
    const database = this.#database;
    const [, head, found, now] = await database.session('roll-out', (session) =>
      session.send(
        call(openRollOut, { thresholds: JSON.stringify(defaultThresholds) }),
        call(readRollOutRow),
        call(listPods),
        call(readNow),
      ),
    );
    this.#since ??= Number(now?.rows[0]?.now);
    const row = toRow(head?.rows[0] ?? {});
    const pods = (found?.rows ?? []) as PodRow[];
    if (pods.length === 0) return;
    const underWay = pods.find(({ status }) => status === 'advancing');
    const passed = await this.#measure(row, underWay);
    const back = pods.filter(({ status }) => status === 'going_back').map(({ podId }) => podId);
    if (!underWay && back.length === 0) return;
    await withCounters(database, this.#redisUrl, async (counters) => {
      const stores = { database, counters };
      if (underWay && passed) await stopRollOut(stores, { actor: ACTOR, why: passed });
      else if (underWay) await this.#follow(stores, row, underWay);
      if (back.length > 0) await takeBack(stores, back, ACTOR, { outcome: 'done', says: '' });
    });
  }

  /** Measures and keeps it; answers which thresholds are passed by what is under way, in words. */
  async #measure(row: RollOutRow, pod: PodRow | undefined): Promise<string | undefined> {
    const { thresholds } = row;
    const sums = pod
      ? call(sumPodSeen, { podId: pod.podId, state: pod.aim, since: Number(pod.steppedAt) })
      : call(sumAllSeen, { since: this.#since ?? 0 });
    const [seen, status, allowed] = await this.#database.session('roll-out', (session) =>
      session.send(sums, call(readServer), call(readMostConnections)),
    );
    const counted = seen?.rows[0] ?? {};
    const server = new Map(status?.rows.map((line) => [line.Variable_name, Number(line.Value)]));
    const sample: Sample = {
      at: performance.now(),
      decided: Number(counted.decided),
      failed: Number(counted.failed),
      compared: Number(counted.compared),
      differences: Number(counted.differences),
      bug: Number(counted.bug),
      lockWaits: server.get('Innodb_row_lock_waits') ?? 0,
      connections: server.get('Threads_connected') ?? 0,
      mostConnections: Number(allowed?.rows[0]?.mostConnections ?? 0),
    };
    const subject = pod ? `${pod.podId} ${pod.aim} ${pod.steppedAt}` : 'all';
    const measures = this.#sampler.add(subject, sample, thresholds.windowSeconds, pod?.podId ?? null);
    await this.#database.session('roll-out', (session) =>
      session.send(call(writeMeasures, { measures: JSON.stringify(measures) })),
    );
    const passed = pod ? passedThresholds(measures, thresholds) : [];
    return passed.length > 0 ? passedInWords(passed, measures, thresholds) : undefined;
  }

  /** Shops that waited for their gates follow; after its time the pod counts as safe. */
  async #follow(
    stores: Stores,
    { thresholds }: RollOutRow,
    { podId, aim, steppedAgoMs }: PodRow,
  ): Promise<void> {
    await bringForward({ ...stores, actor: ACTOR, reason: `roll-out, pod ${podId}` }, podId, aim);
    if (Number(steppedAgoMs) >= thresholds.watchSeconds * 1_000) {
      await markPodSafe(stores.database, podId, ACTOR);
    }
  }

  async #run(): Promise<void> {
    let hasFailed = false;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.look();
        hasFailed = false;
      } catch (error) {
        // MySQL may restart under it; what is under way stays as it is until it is back.
        if (!hasFailed) console.error(error);
        hasFailed = true;
      }
      await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
