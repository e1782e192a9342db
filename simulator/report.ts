/** The account of a finished run: the verdict, the figures, what it costs, and the evidence that is kept. */
import type { ClientUse } from './client-use';
import type { Attempt, LevelShares } from './evidence';
import { type Fairness, fairnessOf } from './fairness';
import { percentilesOf, type RunFigures } from './figures';
import type { Percentiles } from './frame';
import type { RunInputs } from './inputs';
import { type Bill, billFor } from './money';
import type { StrategyId } from './strategies';
import type { Verdict } from './verdict';

export interface RunReport extends Verdict {
  readonly runId: number;
  readonly strategy: StrategyId;
  readonly stock: number;
  readonly buyers: number;
  readonly seed: number;
  readonly refused: { readonly soldOut: number; readonly allHeld: number; readonly busy: number };
  /** Refused although their units were neither held nor sold all the while. */
  readonly falselyRefused: { readonly soldOut: number; readonly allHeld: number; readonly busy: number };
  readonly orders: number;
  readonly declined: number;
  readonly expired: number;
  readonly refunded: number;
  readonly failed: number;
  readonly failures: readonly { readonly message: string; readonly count: number }[];
  readonly paidWithoutOrder: number;
  readonly sharedUnits: number;
  readonly deadlocks: number;
  readonly lockTimeouts: number;
  readonly retries: number;
  readonly refills: number;
  readonly reservesPerSecond: number;
  /** From the intended arrival to the answer. */
  readonly latencyMs: Percentiles;
  /** From the buyer's turn to the answer. */
  readonly serviceMs: Percentiles;
  readonly longestLine: number;
  /** Missing in runs that were kept from before it was told. */
  readonly fairness?: Fairness;
  readonly tookMs: number;
  /** Worst 99th percentile of the simulator's own lateness; above the limit the latencies describe the simulator. */
  readonly clientLagMs: number;
  readonly isClientSaturated: boolean;
  /** Missing when the process that sold died. */
  readonly client?: ClientUse;
  /** Buyers whose turn never came: their patience ended in line. The shop was given more than it could serve. */
  readonly lostPatience: number;
  readonly bill: Bill;
  readonly audit: { readonly ok: boolean; readonly problems: readonly string[] };
}

/** Lateness of the simulator's own timers above which its latencies are no statement about the database. */
export const SATURATED_MS = 100;

export interface ReportParts {
  readonly runId: number;
  readonly inputs: RunInputs;
  readonly verdict: Verdict;
  readonly attempts: readonly Attempt[];
  readonly falseRefusals: readonly Attempt[];
  readonly shares: readonly LevelShares[];
  readonly bookProblems: readonly string[];
  readonly paidWithoutOrder: readonly { readonly amountMinor: number }[];
  /** Missing when the process that had them died. */
  readonly figures?: RunFigures;
  readonly client?: ClientUse;
  readonly tookMs: number;
  readonly clientLagMs: number;
}

const NONE: Percentiles = { p50: 0, p95: 0, p99: 0, max: 0 };

export function reportOf(parts: ReportParts): RunReport {
  const { inputs, verdict, attempts, falseRefusals, figures } = parts;
  const count = (outcome: Attempt['outcome'], list = attempts) =>
    list.filter((attempt) => attempt.outcome === outcome).length;
  const refusals = (list: readonly Attempt[]) => ({
    soldOut: count('sold_out', list),
    allHeld: count('all_held', list),
    busy: count('busy', list),
  });
  const seconds = (figures?.lastAnswerMs ?? 0) / 1000;
  return {
    runId: parts.runId,
    strategy: inputs.strategy,
    stock: inputs.stock,
    buyers: inputs.buyers,
    seed: inputs.seed,
    ...verdict,
    refused: refusals(attempts),
    falselyRefused: refusals(falseRefusals),
    orders: count('claimed'),
    declined: count('released'),
    expired: count('expired'),
    refunded: count('refunded'),
    failed: count('failed'),
    failures: [...(figures?.failures ?? [])].map(([message, times]) => ({ message, count: times })),
    paidWithoutOrder: parts.paidWithoutOrder.length,
    sharedUnits: parts.shares.reduce((sum, { shared }) => sum + shared.length, 0),
    deadlocks: figures?.deadlocks ?? 0,
    lockTimeouts: figures?.lockTimeouts ?? 0,
    retries: figures?.retries ?? 0,
    refills: figures?.refills ?? 0,
    reservesPerSecond: seconds > 0 && figures ? Math.round(figures.answers / seconds) : 0,
    latencyMs: figures ? percentilesOf(figures.response) : NONE,
    serviceMs: figures ? percentilesOf(figures.service) : NONE,
    longestLine: figures?.longestLine ?? 0,
    fairness: fairnessOf(attempts),
    tookMs: Math.round(parts.tookMs),
    clientLagMs: parts.clientLagMs,
    isClientSaturated: parts.clientLagMs > SATURATED_MS,
    client: parts.client,
    // Who was never let in has asked no location.
    lostPatience: attempts.filter(({ outcome, groups }) => outcome === 'busy' && groups.length === 0).length,
    bill: billFor(parts),
    audit: { ok: parts.bookProblems.length === 0, problems: parts.bookProblems },
  };
}
