/**
 * A sale as it goes on, for any number of viewers: one reader a sale, at most four readings a second, which begins with
 * the first viewer and ends with the last.
 */
import type { Database } from '@/db/database';
import type { Frame } from './frame';
import { type RunRecord, readSale } from './run-records';
import { isOver, type RunState } from './states';
import type { StrategyId } from './strategies';
import type { VerdictWord } from './verdict';

const EVERY_MS = 250;
/** Viewers of one server; beyond that a page falls back to asking now and then. */
export const MOST_VIEWERS = 200;

export interface LiveRun {
  readonly runId: number;
  readonly strategy: StrategyId;
  readonly state: RunState;
  readonly note: string;
  readonly verdict: {
    readonly verdict: VerdictWord;
    readonly sold: number;
    readonly oversold: number;
  } | null;
}

export interface LiveSale {
  readonly firstRunId: number;
  readonly runs: readonly LiveRun[];
  /** Of the run that goes on, or of the last one. */
  readonly frame: Frame | null;
  readonly isOver: boolean;
}

type Viewer = (sale: LiveSale) => void;

interface Reader {
  readonly viewers: Set<Viewer>;
  newest: LiveSale | undefined;
  newestText: string;
  timer: NodeJS.Timeout | undefined;
}

const shared = globalThis as typeof globalThis & { lastunitSaleReaders?: Map<number, Reader> };
const readers = () => {
  shared.lastunitSaleReaders ??= new Map();
  return shared.lastunitSaleReaders;
};

export function liveSaleOf(runs: readonly RunRecord[]): LiveSale {
  const current = runs.findLast(({ state, frame }) => state !== 'queued' && frame !== null);
  return {
    firstRunId: runs[0]?.firstRunId ?? 0,
    runs: runs.map(({ runId, inputs, state, note, report }) => ({
      runId,
      strategy: inputs.strategy,
      state,
      note,
      verdict: report && { verdict: report.verdict, sold: report.sold, oversold: report.oversold },
    })),
    frame: current?.frame ?? null,
    isOver: runs.every(({ state }) => isOver(state)),
  };
}

/**
 * Calls `viewer` with every change of the sale until the returned function is called. Answers undefined when there are
 * too many viewers already.
 */
export function watchSale(main: Database, firstRunId: number, viewer: Viewer): (() => void) | undefined {
  const all = readers();
  const count = [...all.values()].reduce((sum, { viewers }) => sum + viewers.size, 0);
  if (count >= MOST_VIEWERS) return undefined;
  let reader = all.get(firstRunId);
  if (!reader) {
    reader = { viewers: new Set(), newest: undefined, newestText: '', timer: undefined };
    all.set(firstRunId, reader);
    void read(main, firstRunId, reader);
  }
  const own = reader;
  own.viewers.add(viewer);
  if (own.newest) viewer(own.newest);
  return () => {
    own.viewers.delete(viewer);
    if (own.viewers.size > 0) return;
    clearTimeout(own.timer);
    if (all.get(firstRunId) === own) all.delete(firstRunId);
  };
}

async function read(main: Database, firstRunId: number, reader: Reader): Promise<void> {
  try {
    const sale = liveSaleOf(await readSale(main, firstRunId));
    const text = JSON.stringify(sale);
    if (text !== reader.newestText) {
      reader.newest = sale;
      reader.newestText = text;
      for (const viewer of reader.viewers) viewer(sale);
    }
    if (sale.isOver) return;
  } catch (error) {
    // MySQL may be restarting; viewers keep what they have seen and the next reading tries again.
    console.error('A sale could not be read for its viewers:', error);
  }
  if (reader.viewers.size > 0) {
    reader.timer = setTimeout(() => void read(main, firstRunId, reader), EVERY_MS);
  }
}
