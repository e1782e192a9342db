/**
 * What the panel costs a sale: the same sale with and without somebody looking, in turn, within one measurement.
 *
 * Promise: both kinds of rounds sell the same stock to the same buyers on the same server; the order changes from pair to
 * pair, so that a machine that grows slower or faster favours neither. It says nothing of other machines.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@/db/database';
import { withRowLocks } from '@/db/panel/row-locks';
import { createEngine } from '@/engine/index';
import { isOver, type RunReport, readRun, type SaleInputs, startSale } from '@/simulator/index';
import { Sampler } from './sampler';

export interface PanelCostOptions {
  /** Pairs of rounds, one with the panel and one without. Default 12. */
  readonly pairs?: number;
  /** What is changed of the sale; default: 3,000 buyers at once for 3,000 units. */
  readonly inputs?: Partial<SaleInputs>;
  /** Row locks that an idle session holds all the while. Default 0. */
  readonly rowLocks?: number;
  /** Told after each round. */
  readonly report?: (line: string) => void;
}

export interface PanelCost {
  /** Median over the pairs of orders a second with the panel, against without; 1 is no cost at all. */
  readonly panelOnVsOff: number;
  /** The ratio of each pair, in order. */
  readonly ratios: readonly number[];
  /** Median orders a second. */
  readonly ordersPerSecond: { readonly on: number; readonly off: number };
  /** Median over the pairs of the 95th percentile of a checkout's answer with the panel, against without. */
  readonly p95OnVsOff: number;
  /** Median of those percentiles, from the buyer's turn to the answer, in ms. */
  readonly answerP95Ms: { readonly on: number; readonly off: number };
  /** Share of the time that the panel's own readings took while it was on. */
  readonly readingShare: number;
  readonly pairs: number;
  /** Row locks that an idle session held all the while. */
  readonly rowLocks: number;
}

const SALE: SaleInputs = {
  strategies: ['unit-pool'],
  stock: 3_000,
  buyers: 3_000,
  items: 1,
  locations: 1,
  arrival: 'burst',
  arrivalSeconds: 0.1,
  linesPerCart: 1,
  unitsPerLine: 1,
  paymentMs: 20,
  paymentSpread: 0,
  declineShare: 0,
  abandonShare: 0,
  timeOutShare: 0,
  holdSeconds: 120,
  poolCap: 1_000,
  connections: 32,
  roundTripDelayMs: 0,
  patienceSeconds: 300,
  priceMinor: 1_000,
  cancelCostMinor: 0,
  seed: 1,
  spread: 'even',
  crashPoint: 'none',
};

/** How often the end of a sale is asked for; alike in both kinds of rounds. */
const ASK_MS = 100;

/**
 * Sells `pairs` times two rounds and compares them. The runs are kept as any others, the newest ten.
 *
 * Throws: when another sale goes on, and when a round isn't sold exactly.
 */
export async function measurePanelCost(main: Database, options: PanelCostOptions = {}): Promise<PanelCost> {
  const { rowLocks = 0 } = options;
  return rowLocks > 0 ? withRowLocks(main, rowLocks, () => measure(main, options)) : measure(main, options);
}

async function measure(main: Database, options: PanelCostOptions): Promise<PanelCost> {
  const { pairs = 12, rowLocks = 0, report = () => {} } = options;
  const inputs = { ...SALE, ...options.inputs };
  // The first sale of a server pays for pages and plans that all later ones find ready.
  await sell(main, inputs, false);
  const rounds: { on: Round; off: Round }[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const first = await sell(main, inputs, pair % 2 === 0);
    const second = await sell(main, inputs, pair % 2 !== 0);
    const round = pair % 2 === 0 ? { on: first, off: second } : { on: second, off: first };
    rounds.push(round);
    report(
      `pair ${pair + 1} of ${pairs}: ${Math.round(round.on.pace)} orders/s with the panel, ${Math.round(round.off.pace)} without; p95 ${round.on.p95Ms.toFixed(1)} and ${round.off.p95Ms.toFixed(1)} ms`,
    );
  }
  const ratios = rounds.map(({ on, off }) => on.pace / off.pace);
  return {
    panelOnVsOff: median(ratios),
    ratios,
    ordersPerSecond: {
      on: median(rounds.map(({ on }) => on.pace)),
      off: median(rounds.map(({ off }) => off.pace)),
    },
    p95OnVsOff: median(rounds.map(({ on, off }) => on.p95Ms / off.p95Ms)),
    answerP95Ms: {
      on: median(rounds.map(({ on }) => on.p95Ms)),
      off: median(rounds.map(({ off }) => off.p95Ms)),
    },
    readingShare: median(rounds.map(({ on }) => on.readingShare)),
    pairs,
    rowLocks,
  };
}

interface Round {
  /** Orders a second, from the first buyer to the last order. */
  readonly pace: number;
  /** 95th percentile from the buyer's turn to the answer, in ms. */
  readonly p95Ms: number;
  readonly readingShare: number;
}

async function sell(main: Database, inputs: SaleInputs, isWatched: boolean): Promise<Round> {
  const started = await startSale(main, inputs, null);
  if (started.outcome === 'refused') {
    throw new Error(`Run ${started.runId} goes on: two sales at once would measure each other.`);
  }
  if (started.outcome === 'unavailable') throw new Error(`A sale ${started.reason}.`);
  const { runId } = started;
  const sampler = new Sampler({ engine: createEngine(main, { refillsInBackground: false }) });
  const startedAt = performance.now();
  if (isWatched) {
    sampler.watch({
      target: { shopId: 1, runId },
      isReady: () => true,
      send: () => {},
      close: () => {},
    });
  }
  try {
    const { orders, tookMs, serviceMs } = await ended(main, runId);
    const readingShare = sampler.busyMs / (performance.now() - startedAt);
    return { pace: (orders * 1000) / tookMs, p95Ms: serviceMs.p95, readingShare };
  } finally {
    await sampler.close();
  }
}

async function ended(main: Database, runId: number): Promise<RunReport> {
  for (;;) {
    const run = await readRun(main, runId);
    if (run && isOver(run.state)) {
      if (run.report?.verdict === 'exact') return run.report;
      throw new Error(`Run ${runId} ended as ${run.state}, ${run.report?.verdict ?? 'without a verdict'}.`);
    }
    await delay(ASK_MS);
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
