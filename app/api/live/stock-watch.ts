/**
 * The levels of one shop over time. Levels, holds and the pools of levels in which something happens are read in one round
 * trip, each time as long as that takes little of it; all pools, and the books, as often as their cost allows.
 */
import { performance } from 'node:perf_hooks';
import type { Names } from '@/db/panel/record-words';
import { readRecordedRefills } from '@/db/panel/recorded-refills';
import { levelKey, readLevelNames, readStock } from '@/db/panel/stock';
import type { Session } from '@/db/session';
import type { Engine, EngineEvents } from '@/engine/index';
import { BackOff } from './back-off';
import { LevelWatch } from './level-watch';
import type { Refill, StockView } from './snapshot';

const MOST_REFILLS = 20;
const MOST_HOT = 40;
/** Time that checking books may take of each reading. */
const BOOKS_BUDGET_MS = 15;
const BOOKS_EVERY_MS = 1_000;

export class StockWatch implements Names {
  readonly #shopId: number;
  readonly #engine: Engine;
  readonly #levels = new Map<string, LevelWatch>();
  readonly #reading = new BackOff(0, 0.02, 5_000);
  readonly #allPools = new BackOff(5_000, 0.01);
  readonly #names = new BackOff(10_000);
  readonly #books = new BackOff(BOOKS_EVERY_MS, 0.01);
  #refills: Refill[] = [];
  /** Whether refills are read from the tables of a run, and up to which number they were. */
  #isRecorded: boolean;
  #lastRecorded = 0;
  #isCut = false;
  #itemsInTurn: number[] = [];

  /** `isRun`: the schema is that of a run, whose process keeps its refills there. */
  constructor(shopId: number, engine: Engine, isRun = false) {
    this.#shopId = shopId;
    this.#isRecorded = isRun;
    this.#engine = engine;
  }

  get isComplete(): boolean {
    return this.#levels.size > 0 && [...this.#levels.values()].every(({ isNamed }) => isNamed);
  }

  item(inventoryItemId: number): string {
    const title = [...this.#levels.values()].find(
      (level) => level.numbers?.inventoryItemId === inventoryItemId,
    );
    const sample = title?.sample();
    return sample?.sku ? `item ${inventoryItemId} (${sample.sku})` : `item ${inventoryItemId}`;
  }

  location(inventoryItemId: number, inventoryGroupId: number): string {
    const sample = this.#levels.get(levelKey({ inventoryItemId, inventoryGroupId }))?.sample();
    return sample?.location || `group ${inventoryGroupId}`;
  }

  /** Notes a refill of this process; the level's sequence will tell of it too, and is then not counted again. */
  refilled(refill: EngineEvents['refill'][0]): void {
    const { added, kind, durationMs, waits } = refill;
    this.#note({ at: new Date().toISOString(), key: levelKey(refill), added, kind, durationMs, waits });
  }

  /** Reads what is due; before its time nothing. */
  async read(session: Session): Promise<void> {
    if (!this.#reading.isDue) return;
    await this.#reading.run(async () => {
      await this.#read(session);
      if (this.#isRecorded) await this.#readRefills(session);
    });
    if (!this.isComplete && this.#names.isDue) {
      const names = await this.#names.run(() => readLevelNames(session, this.#shopId));
      for (const name of names) this.#levels.get(levelKey(name))?.name(name);
    }
  }

  async #read(session: Session): Promise<void> {
    const known = [...this.#levels.values()];
    const isAll = known.length <= MOST_HOT || this.#allPools.isDue;
    const before = performance.now();
    const hot = known.filter((level) => level.isHot(before)).slice(0, MOST_HOT);
    const read = () =>
      readStock(session, this.#shopId, isAll ? 'all' : hot.flatMap((one) => one.numbers ?? []));
    const { levels, isCut, pools } = isAll ? await this.#allPools.run(read) : await read();
    const now = performance.now();
    this.#isCut = isCut;
    const seen = new Set<string>();
    for (const level of levels) {
      const key = levelKey(level);
      seen.add(key);
      const watch = this.#levels.get(key) ?? new LevelWatch(level);
      this.#levels.set(key, watch);
      watch.read(now, level, isAll ? (pools.get(key) ?? 0) : pools.get(key));
      if (watch.laidOut > 0 && !this.#isRecorded) this.#noteElsewhere(key, watch.laidOut);
    }
    for (const key of this.#levels.keys()) if (!seen.has(key)) this.#levels.delete(key);
  }

  async #readRefills(session: Session): Promise<void> {
    const refills = await readRecordedRefills(session, this.#lastRecorded, MOST_REFILLS);
    this.#isRecorded = refills !== undefined;
    for (const { refillId, at, added, kind, durationMs, waits, ...level } of refills?.toReversed() ?? []) {
      this.#lastRecorded = refillId;
      this.#note({ at, key: levelKey(level), added, kind, durationMs, waits });
    }
  }

  /** Checks the books of a few items: broken and busy ones first, then each in its turn. */
  async checkBooks(): Promise<void> {
    if (!this.#books.isDue) return;
    await this.#books.run(async () => {
      const startedAt = performance.now();
      // Of the urgent ones, what was looked at longest ago: in a sale all are busy, and the time is never enough for them.
      const first = [...this.#levels.values()]
        .filter((level) => level.books?.isSound === false || level.isHot(startedAt))
        .sort((a, b) => (a.books?.at ?? '').localeCompare(b.books?.at ?? ''));
      const urgent = new Set(first.slice(0, 10).map(itemOf));
      for (const item of [...urgent, ...this.#turn(urgent)]) {
        await this.#checkItem(item);
        // Only what was looked at leaves the line.
        this.#itemsInTurn = this.#itemsInTurn.filter((waiting) => waiting !== item);
        if (performance.now() - startedAt > BOOKS_BUDGET_MS) return;
      }
    });
  }

  view(isFull: boolean): StockView {
    const all = [...this.#levels.values()];
    const sum = (pick: (level: LevelWatch) => number) => all.reduce((total, level) => total + pick(level), 0);
    const checked = all.filter((level) => level.books);
    const oldest = checked.map((level) => level.books?.at ?? '').sort()[0];
    const changed = all.flatMap((level) => level.changed() ?? []);
    return {
      levels: isFull ? all.flatMap((level) => level.sample() ?? []) : changed,
      levelCount: all.length,
      isCut: this.#isCut,
      totals: {
        pooled: sum((level) => level.pooled ?? 0),
        unpooled: sum((level) => level.numbers?.unpooled ?? 0),
        held: sum((level) => level.numbers?.held ?? 0),
      },
      refills: this.#refills,
      books: {
        checked: checked.length,
        broken: all.filter((level) => level.books?.isSound === false).map(({ key }) => key),
        oldestAt: checked.length === all.length ? (oldest ?? null) : null,
      },
    };
  }

  *#turn(without: ReadonlySet<number>): Generator<number> {
    if (this.#itemsInTurn.length === 0) {
      this.#itemsInTurn = [...new Set([...this.#levels.values()].map(itemOf))];
    }
    yield* [...this.#itemsInTurn].filter((item) => !without.has(item));
  }

  async #checkItem(item: number): Promise<void> {
    const at = new Date().toISOString();
    for (const level of await this.#engine.auditLevels(this.#shopId, item)) {
      const watch = this.#levels.get(levelKey(level));
      if (!watch) continue;
      const { ledger, unpooled, pooled, reserved, problems } = level;
      watch.books = { isSound: problems.length === 0, ledger, unpooled, pooled, reserved, problems, at };
    }
  }

  #noteElsewhere(key: string, laidOut: number): void {
    const since = new Date(Date.now() - 3_000).toISOString();
    const known = this.#refills
      .filter((refill) => refill.key === key && refill.kind !== 'elsewhere' && refill.at > since)
      .reduce((sum, refill) => sum + refill.added, 0);
    if (laidOut > known) {
      const at = new Date().toISOString();
      this.#note({ at, key, added: laidOut - known, kind: 'elsewhere', durationMs: null, waits: null });
    }
  }

  #note(refill: Refill): void {
    this.#refills = [refill, ...this.#refills].slice(0, MOST_REFILLS);
  }
}

function itemOf(level: LevelWatch): number {
  return Number(level.key.split(':')[0]);
}
