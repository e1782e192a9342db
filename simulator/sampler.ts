/** Makes the frames of a run, four a second, and hands each to whoever keeps or shows them. */
import type { Database } from '@/db/database';
import { ClientLoad, percentilesOf } from './figures';
import type { Floor } from './floor';
import type { Figures, Frame } from './frame';
import { type LockWaitReading, readServerLockWaits } from './server-readings';

export const FRAME_MS = 250;
/** The stock tables and the server's counters are read once in so many frames. */
const FRAMES_PER_READING = 4;

export interface SamplerParts {
  readonly runId: number;
  readonly floor: Floor;
  /** The buyers' connections, for how many are in use. */
  readonly sale: Database;
  readonly observer: Database;
  readonly onFrame: (frame: Frame) => Promise<void>;
  /** Called at each interval, before its frame if there is one. */
  readonly onInterval: () => Promise<void>;
  /** Whether there are frames while the sale goes on. Without them a run shows what they cost its process. */
  readonly isReporting: boolean;
}

export class Sampler {
  readonly #parts: SamplerParts;
  readonly #load = new ClientLoad();
  #sequence = 0;
  #lastAtMs = 0;
  #lastAnswers = 0;
  #lastClaims = 0;
  #lockWaitsAtStart: LockWaitReading | undefined;
  #lockWaits: LockWaitReading = { total: 0, now: 0 };
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #isBusy = false;
  #failure: { readonly error: unknown } | undefined;
  /** Highest 99th percentile of the client's own lateness in an interval. */
  worstLagMs = 0;

  constructor(parts: SamplerParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => {
      // A frame that takes longer than its time costs the next one, and not a queue of them.
      if (!this.#isBusy) this.#turn = this.#tick(this.#parts.isReporting);
    }, FRAME_MS);
  }

  /** Ends the frames but for a last one. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#turn;
  }

  /** Makes the last frame, of how everything ended. Throws what a frame failed with. */
  async finish(): Promise<void> {
    this.#sequence += FRAMES_PER_READING - (this.#sequence % FRAMES_PER_READING);
    await this.#tick(true);
    this.#load.stop();
    if (this.#failure) throw this.#failure.error;
  }

  async #tick(hasFrame: boolean): Promise<void> {
    this.#isBusy = true;
    try {
      await this.#parts.onInterval();
      if (!hasFrame) return;
      if (this.#sequence % FRAMES_PER_READING === 0) {
        await this.#parts.floor.parts.readings.take();
        this.#lockWaits = await readServerLockWaits(this.#parts.observer);
        this.#lockWaitsAtStart ??= this.#lockWaits;
      }
      await this.#parts.onFrame(this.#frame());
    } catch (error) {
      this.#failure ??= { error };
      this.#parts.floor.close('interrupted');
    } finally {
      this.#isBusy = false;
    }
  }

  #frame(): Frame {
    const { runId, floor } = this.#parts;
    const { inputs } = floor.parts;
    const figures = this.#figures();
    this.#sequence += 1;
    return {
      runId,
      strategy: inputs.strategy,
      sequence: this.#sequence,
      figures,
      board: floor.board.picture(),
      ...progressOf(figures, inputs),
    };
  }

  #figures(): Figures {
    const { floor, sale } = this.#parts;
    const { figures, levels, readings } = floor.parts;
    const atMs = Math.round(floor.now());
    const seconds = Math.max(0.001, (atMs - this.#lastAtMs) / 1000);
    const stock = levels.reduce((sum, { units }) => sum + units, 0);
    const unpooled = readings.newest.reduce((sum, level) => sum + level.unpooled, 0);
    const pooled = readings.newest.reduce((sum, level) => sum + level.free, 0) - unpooled;
    const load = this.#load.read();
    this.worstLagMs = Math.max(this.worstLagMs, load.eventLoopMs.p99);
    const reading: Figures = {
      atMs,
      buyers: { ...figures.buyers },
      free: stock - figures.held - figures.sold,
      held: figures.held,
      sold: figures.sold,
      pooled,
      unpooled,
      reservesPerSecond: Math.round((figures.answers - this.#lastAnswers) / seconds),
      claimsPerSecond: Math.round((figures.claims - this.#lastClaims) / seconds),
      latencyMs: percentilesOf(figures.interval),
      connections: {
        inUse: sale.connections.inUse,
        waiting: floor.line.waiting,
        limit: sale.connections.limit,
      },
      ...load,
      deadlocks: figures.deadlocks,
      lockTimeouts: figures.lockTimeouts,
      retries: figures.retries,
      refills: figures.refills,
      lockWaits: this.#lockWaits.total - (this.#lockWaitsAtStart?.total ?? 0),
      waitingNow: this.#lockWaits.now,
    };
    figures.longestLine = Math.max(figures.longestLine, floor.line.waiting);
    figures.interval.reset();
    this.#lastAtMs = atMs;
    this.#lastAnswers = figures.answers;
    this.#lastClaims = figures.claims;
    return reading;
  }
}

/** How far the sale is, and how long it may still take at the pace so far. */
function progressOf(
  { atMs, buyers, reservesPerSecond }: Figures,
  inputs: { readonly buyers: number; readonly arrivalSeconds: number; readonly paymentMs: number },
): { progress: number; msLeft: number } {
  const { coming, waiting, reserving, paying, abandoned } = buyers;
  const underWay = coming + waiting + reserving + paying + abandoned;
  const arrivalsLeft = coming > 0 ? Math.max(0, inputs.arrivalSeconds * 1000 - atMs) : 0;
  const lineLeft = reservesPerSecond > 0 ? ((waiting + reserving) / reservesPerSecond) * 1000 : 0;
  const paymentLeft = underWay > 0 ? inputs.paymentMs : 0;
  return {
    progress: 1 - underWay / inputs.buyers,
    msLeft: Math.round(Math.max(arrivalsLeft, lineLeft) + paymentLeft),
  };
}
