/**
 * The one sampler of a process, however many look at the panel.
 *
 * Promise: it begins with the first viewer and ends with the last, connections included; readings never overlap, so a
 * slow server slows the panel and not the other way round; a viewer that doesn't keep up misses readings and gets a
 * full one afterwards. Its connections are its own: those of buyers stay theirs.
 */
import { performance } from 'node:perf_hooks';
import { createDatabase, type Database } from '@/db/database';
import { plainNames } from '@/db/panel/record-words';
import type { Engine } from '@/engine/index';
import type { Traffic } from '@/simulator/index';
import { ConnectionsWatch } from './connections-watch';
import { HoldRecorder } from './hold-recorder';
import { NeighboursWatch } from './neighbours-watch';
import { Rate } from './rate';
import { openRunDatabase } from './run-database';
import { ServerWatch } from './server-watch';
import type { ServerView, Snapshot, Target } from './snapshot';
import { TargetWatch } from './target-watch';

export const MOST_VIEWERS = 60;
const EVERY_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;

export interface Viewer {
  readonly target: Target;
  /** False while what it was sent before hasn't left yet. */
  isReady(): boolean;
  send(text: string): void;
  close(): void;
}

export interface SamplerParts {
  /** The database and engine whose connections and refills are shown. */
  readonly engine: Engine;
  /** The crowd beside its neighbours, while there is one. */
  readonly traffic?: () => Traffic | undefined;
  readonly everyMs?: number;
  readonly mostViewers?: number;
}

const targetKey = ({ runId, shopId }: Target): string => `${runId ?? 'live'}:${shopId}`;

export class Sampler {
  readonly #parts: Required<SamplerParts>;
  readonly #viewers = new Map<Viewer, { needsFull: boolean }>();
  readonly #targets = new Map<string, TargetWatch>();
  readonly #cost = new Rate();
  readonly #connections: ConnectionsWatch;
  readonly #neighbours = new NeighboursWatch();
  /** What the holds of this process sent while somebody looked. */
  readonly recorder: HoldRecorder;
  #database: Database | undefined;
  #server: ServerWatch | undefined;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> | undefined;
  #sequence = 0;
  #busyMs = 0;
  #lastMs = 0;
  #failures = 0;
  #isClosed = false;

  constructor(parts: SamplerParts) {
    this.#parts = { everyMs: EVERY_MS, mostViewers: MOST_VIEWERS, traffic: () => undefined, ...parts };
    this.#connections = new ConnectionsWatch(parts.engine.database);
    this.recorder = new HoldRecorder(parts.engine.database);
  }

  get viewers(): number {
    return this.#viewers.size;
  }

  get isRunning(): boolean {
    return this.#database !== undefined;
  }

  /** Statements of the panel's own and what they took, for whoever measures its cost. */
  get busyMs(): number {
    return this.#busyMs;
  }

  /** Adds a viewer and returns what removes it; `undefined` when there are as many as may be, and once it was closed. */
  watch(viewer: Viewer): (() => Promise<void>) | undefined {
    if (this.isClosed || this.#viewers.size >= this.#parts.mostViewers) return undefined;
    this.#viewers.set(viewer, { needsFull: true });
    this.#begin();
    return async () => {
      if (!this.#viewers.delete(viewer)) return;
      const hasOthers = [...this.#viewers.keys()].some(
        ({ target }) => targetKey(target) === targetKey(viewer.target),
      );
      if (this.#viewers.size === 0) await this.#end();
      else if (!hasOthers) await this.#leaveTarget(targetKey(viewer.target));
    };
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Ends every stream and takes no more, for a process that is asked to end: a page comes back on the same line at once. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const viewer of this.#viewers.keys()) viewer.close();
    this.#viewers.clear();
    await this.#end();
  }

  #begin(): void {
    if (this.#timer) clearTimeout(this.#timer);
    if (!this.#database) {
      const { url } = this.#parts.engine.database.options;
      this.#database = createDatabase({
        url,
        connectionLimit: 2,
        acquireTimeoutMs: 1_000,
        tableWaitTimeoutSeconds: 1,
      });
      this.#server = new ServerWatch(this.#database);
      this.recorder.start();
    }
    // A new viewer doesn't wait for the next beat.
    this.#timer = setTimeout(() => this.#beat(), 0);
  }

  #beat(): void {
    if (this.#turn) return;
    this.#turn = this.#tick().finally(() => {
      this.#turn = undefined;
      if (this.#viewers.size === 0) return;
      const pauseMs = Math.min(LONGEST_PAUSE_MS, this.#parts.everyMs * 2 ** Math.min(this.#failures, 5));
      this.#timer = setTimeout(() => this.#beat(), Math.max(0, pauseMs - this.#lastMs));
    });
  }

  async #end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.recorder.stop();
    const databases = [...this.#targets.values()].map(({ database }) => database);
    const own = this.#database;
    for (const key of [...this.#targets.keys()]) this.#forget(key);
    this.#database = undefined;
    this.#server = undefined;
    await this.#turn;
    await Promise.all([...new Set([...databases, own])].map((database) => database?.close()));
  }

  async #tick(): Promise<void> {
    const startedAt = performance.now();
    const server = this.#server;
    if (!server) return;
    let view: ServerView;
    try {
      const watches = this.#targetsInUse();
      view = await server.read(watches[0]?.stock ?? plainNames);
      for (const watch of watches) await watch.read(server, view);
      this.#failures = 0;
    } catch (error) {
      server.lost();
      this.#failures += 1;
      view = lostView(error);
    }
    this.#lastMs = performance.now() - startedAt;
    this.#busyMs += this.#lastMs;
    this.#publish(view);
  }

  #publish(server: ServerView): void {
    this.#sequence += 1;
    const common = {
      sequence: this.#sequence,
      at: new Date().toISOString(),
      server,
      connections: this.#connections.read(),
      neighbours: this.#neighbours.read(
        this.#parts.traffic(),
        server.counters.state === 'read' ? server.counters.value : null,
      ),
      cost: {
        share: this.#cost.add(performance.now(), this.#busyMs) / 1000,
        lastMs: this.#lastMs,
        viewers: this.#viewers.size,
      },
    };
    const texts = new Map<string, string>();
    const textFor = (watch: TargetWatch, isFull: boolean): string => {
      const key = `${targetKey(watch.target)} ${isFull}`;
      const known = texts.get(key);
      if (known) return known;
      const { target, locks } = watch;
      const text = JSON.stringify({
        ...common,
        isFull,
        target,
        locks,
        stock: watch.stockPart(isFull),
      } satisfies Snapshot);
      texts.set(key, text);
      return text;
    };
    // Ticks first: taking one marks the levels as sent.
    for (const watch of this.#targets.values()) textFor(watch, false);
    for (const [viewer, state] of this.#viewers) {
      const watch = this.#targets.get(targetKey(viewer.target));
      if (!watch) continue;
      if (!viewer.isReady()) {
        state.needsFull = true;
        continue;
      }
      viewer.send(textFor(watch, state.needsFull));
      state.needsFull = false;
    }
  }

  #targetsInUse(): TargetWatch[] {
    for (const { target } of this.#viewers.keys()) {
      const key = targetKey(target);
      if (!this.#targets.has(key) && this.#database) {
        const database =
          target.runId === null ? this.#database : openRunDatabase(this.#parts.engine.database, target.runId);
        const watch = new TargetWatch(target, database);
        this.#targets.set(key, watch);
        if (target.runId === null) this.#parts.engine.events.on('refill', watch.onRefill);
      }
    }
    return [...this.#targets.values()];
  }

  #forget(key: string): TargetWatch | undefined {
    const watch = this.#targets.get(key);
    if (watch) this.#parts.engine.events.off('refill', watch.onRefill);
    this.#targets.delete(key);
    return watch;
  }

  async #leaveTarget(key: string): Promise<void> {
    const watch = this.#forget(key);
    await this.#turn;
    if (watch && watch.database !== this.#database) await watch.database.close();
  }
}

function lostView(error: unknown): ServerView {
  const skipped = { state: 'skipped', reason: 'MySQL does not answer', at: '' } as const;
  return {
    state: 'lost',
    note: error instanceof Error ? error.message : String(error),
    version: '',
    counters: skipped,
    metrics: skipped,
    transactions: skipped,
    status: skipped,
    sessions: skipped,
    cpuCores: null,
  };
}
