/** Putting a stream of readings together: a full one replaces, a later one changes only the levels that it names. Pure. */
import type { LevelSample, Snapshot, StockView } from '@/app/api/live/snapshot';

const TREND_LENGTH = 60;

export function mergeSnapshots(before: Snapshot | null, next: Snapshot): Snapshot {
  if (next.isFull || before?.stock.state !== 'read' || next.stock.state !== 'read') return next;
  const levels = mergeLevels(before.stock.value, next.stock.value);
  return { ...next, stock: { ...next.stock, value: { ...next.stock.value, levels } } };
}

function mergeLevels(before: StockView, next: StockView): LevelSample[] {
  const changed = new Map(next.levels.map((level) => [level.key, level]));
  const merged = before.levels.map((level) => changed.get(level.key) ?? level);
  const known = new Set(before.levels.map(({ key }) => key));
  for (const level of next.levels)
    if (!known.has(level.key)) merged.push({ ...level, trend: level.trend.slice(-TREND_LENGTH) });
  return merged;
}

/** How much happens in a level, in steps, so that rows don't change places at every reading. */
export function heatOf(level: LevelSample): number {
  const drain = level.drainPerSecond > 0.05 ? 100 + Math.round(Math.log2(level.drainPerSecond + 1) * 2) : 0;
  const held = level.held > 0 ? 20 + Math.round(Math.log2(level.held + 1)) : 0;
  const isLow = level.pooled !== null && level.pooled <= level.lowWaterMark && level.unpooled > 0;
  const isBroken = level.books?.isSound === false;
  return (isBroken ? 1000 : 0) + drain + held + (isLow ? 10 : 0);
}

export function byHeat(levels: readonly LevelSample[]): LevelSample[] {
  const heat = new Map(levels.map((level) => [level.key, heatOf(level)]));
  return [...levels].sort(
    (a, b) =>
      (heat.get(b.key) ?? 0) - (heat.get(a.key) ?? 0) ||
      a.inventoryItemId - b.inventoryItemId ||
      a.inventoryGroupId - b.inventoryGroupId,
  );
}

/** As they were ordered before; levels that are new come last. */
export function inOrder(levels: readonly LevelSample[], keys: readonly string[]): LevelSample[] {
  const places = new Map(keys.map((key, place) => [key, place]));
  const placeOf = ({ key }: LevelSample) => places.get(key) ?? keys.length;
  return [...levels].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Levels whose title, code, place or number contains every word of `search`. */
export function filterLevels(levels: readonly LevelSample[], search: string): LevelSample[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return levels.filter((level) => {
    const text = `${level.title} ${level.sku} ${level.location} ${level.inventoryItemId}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
