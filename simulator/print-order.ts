import type { RunReport } from './report';

/** The report as the terminal and the exports print it: what is asked for most comes first, whatever order it was stored in. */
export function inPrintOrder(report: RunReport): RunReport {
  const { strategy, stock, buyers, seed, sold, refused, oversold, undersold, ...afterUndersold } = report;
  const { leaked, verdict, deadlocks, retries, reservesPerSecond, latencyMs, audit, ...rest } =
    afterUndersold;
  const { soldOut, allHeld, busy } = refused;
  const { p50, p95, p99, max } = latencyMs;
  return {
    ...{ strategy, stock, buyers, seed, sold, refused: { soldOut, allHeld, busy }, oversold, undersold },
    ...{ leaked, verdict, deadlocks, retries, reservesPerSecond, latencyMs: { p50, p95, p99, max } },
    audit: { ok: audit.ok, problems: audit.problems },
    ...rest,
  };
}
