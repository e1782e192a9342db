/** One level over time: how fast it drains, when it was refilled, what its books said. Memory is fixed. */
import { type LevelNames, type LevelNumbers, levelKey } from '@/db/panel/stock';
import { Rate } from './rate';
import type { LevelBooks, LevelSample } from './snapshot';

const TREND_LENGTH = 60;
const HOT_MS = 30_000;

export class LevelWatch {
  readonly key: string;
  readonly #drain = new Rate();
  #trend: number[] = [];
  /** Units that ever left the pool while this was watched; grows only. */
  #left = 0;
  #last: { numbers: LevelNumbers; pooled: number | null } | undefined;
  #names: LevelNames | undefined;
  #hotUntil = 0;
  #sent = '';
  books: LevelBooks | null = null;
  /** Units laid out since the last reading, as the level's sequence tells. */
  laidOut = 0;

  constructor(level: LevelNumbers) {
    this.key = levelKey(level);
  }

  get isNamed(): boolean {
    return this.#names !== undefined;
  }

  get numbers(): LevelNumbers | undefined {
    return this.#last?.numbers;
  }

  get pooled(): number | null {
    return this.#last?.pooled ?? null;
  }

  isHot(now: number): boolean {
    return now < this.#hotUntil;
  }

  name(names: LevelNames): void {
    this.#names = names;
  }

  /** Notes a reading; `pooled` is undefined when the pool wasn't counted this time. */
  read(now: number, numbers: LevelNumbers, counted: number | undefined): void {
    const before = this.#last;
    const pooled = counted ?? before?.pooled ?? null;
    const grown = before ? numbers.nextUnitId - before.numbers.nextUnitId : 0;
    this.laidOut = before ? Math.max(0, Math.min(grown, before.numbers.unpooled - numbers.unpooled)) : 0;
    if (before && before.pooled !== null && counted !== undefined) {
      this.#left += Math.max(0, before.pooled + Math.max(0, grown) - counted);
    }
    const hasChanged =
      before &&
      (before.numbers.held !== numbers.held ||
        before.numbers.nextUnitId !== numbers.nextUnitId ||
        before.numbers.unpooled !== numbers.unpooled ||
        before.pooled !== pooled);
    if (hasChanged) this.#hotUntil = now + HOT_MS;
    // A level that isn't counted may have grown since: that is seen at the next count, and not lost.
    this.#last = {
      numbers:
        counted === undefined && before ? { ...numbers, nextUnitId: before.numbers.nextUnitId } : numbers,
      pooled,
    };
    if (counted !== undefined) {
      this.#drain.add(now, this.#left);
      this.#trend = [...this.#trend, counted].slice(-TREND_LENGTH);
    }
  }

  sample(): LevelSample | undefined {
    const last = this.#last;
    if (!last) return undefined;
    const { pooled, numbers } = last;
    const drainPerSecond = this.#drain.perSecond;
    const secondsFor = (units: number) => (drainPerSecond > 0.05 ? units / drainPerSecond : null);
    return {
      key: this.key,
      inventoryItemId: numbers.inventoryItemId,
      inventoryGroupId: numbers.inventoryGroupId,
      sku: this.#names?.sku ?? '',
      title: this.#names?.title ?? '',
      location: this.#names?.location ?? '',
      pooled,
      unpooled: numbers.unpooled,
      held: numbers.held,
      poolCap: numbers.poolCap,
      lowWaterMark: numbers.lowWaterMark,
      drainPerSecond,
      poolDryInSeconds: secondsFor(pooled ?? 0),
      soldOutInSeconds: secondsFor((pooled ?? 0) + numbers.unpooled),
      books: this.books,
      trend: this.#trend,
    };
  }

  /** The sample, when it differs from the one that was taken last. */
  changed(): LevelSample | undefined {
    const sample = this.sample();
    if (!sample) return undefined;
    const { books, trend: _, ...rest } = sample;
    const text = JSON.stringify([rest, books?.isSound, books?.problems]);
    if (text === this.#sent) return undefined;
    this.#sent = text;
    return sample;
  }
}
