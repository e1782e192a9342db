/**
 * The colour and dash of each strategy's line and bar, the same on every chart. The engine is blue, the one that oversells
 * takes the alarm's colour; relatives share a hue and differ by their dash, so that no two rely on colour alone.
 */
export interface SeriesStyle {
  /** Name of a colour token in app/globals.css, without `--color-`. */
  color: string;
  /** Lengths of stroke and gap in CSS pixels; empty is a solid line. */
  dash: number[];
}

const styles: Record<string, SeriesStyle> = {
  'unit-pool': { color: 'unit-held', dash: [] },
  coalesced: { color: 'unit-held', dash: [2, 3] },
  'unit-pool-per-line': { color: 'unit-held', dash: [6, 4] },
  'read-then-write': { color: 'unit-oversold', dash: [] },
  'counter-for-update': { color: 'unit-locked', dash: [] },
  'counter-update': { color: 'unit-locked', dash: [6, 4] },
  'counter-update-one-packet': { color: 'unit-locked', dash: [2, 3] },
  'counter-optimistic': { color: 'series-umber', dash: [] },
  'redis-counter-ledger-first': { color: 'unit-sold', dash: [] },
  'redis-counter-redis-first': { color: 'unit-sold', dash: [6, 4] },
  'redis-lua-compensated': { color: 'unit-sold', dash: [2, 3] },
  'units-state-column': { color: 'series-violet', dash: [] },
  'units-unbounded': { color: 'series-magenta', dash: [] },
  'units-blocking': { color: 'unit-returned', dash: [] },
  'units-auto-id': { color: 'series-sky', dash: [] },
  'units-repeatable-read': { color: 'series-olive', dash: [] },
  'units-unordered': { color: 'series-slate', dash: [] },
};

/** Colours for lines that stand for no strategy, in order. */
const others = ['unit-held', 'unit-returned', 'unit-locked', 'series-violet', 'series-sky', 'series-umber'];

export function seriesStyle(strategy: string | undefined, index: number): SeriesStyle {
  const named = strategy === undefined ? undefined : styles[strategy];
  return (
    named ?? {
      color: others[index % others.length] ?? 'unit-held',
      dash: index >= others.length ? [6, 4] : [],
    }
  );
}
