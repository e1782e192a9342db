/** The figures of this moment, the merchant's first, then the database's, then the simulator's own. */
import type { Figures } from '@/simulator/index';
import { formatCount, formatDuration, formatNumber } from '../format';
import { Stat, StatRow } from '../ui/stat';

/** Lateness of the simulator's own timers above which its latencies describe itself. */
const LATE_MS = 100;

export function LiveFigures({ figures, stock }: { figures: Figures; stock: number }) {
  const { latencyMs, connections, eventLoopMs } = figures;
  const isLate = eventLoopMs.p99 > LATE_MS;
  return (
    <StatRow>
      <Stat
        label="Left to sell"
        value={formatNumber(Math.max(0, figures.free))}
        note={`of ${formatNumber(stock)}; ${formatNumber(figures.held)} held, ${formatNumber(figures.sold)} sold`}
        tone={figures.free < 0 ? 'alarm' : 'neutral'}
      />
      <Stat label="Answers" value={formatNumber(figures.reservesPerSecond)} unit="reserves/s" />
      <Stat
        label="Answer after"
        value={formatDuration(latencyMs.p50)}
        note={`p95 ${formatDuration(latencyMs.p95)}, p99 ${formatDuration(latencyMs.p99)}`}
      />
      <Stat
        label="Connections"
        value={`${formatNumber(connections.inUse)} of ${formatNumber(connections.limit)}`}
        note={`${formatCount(connections.waiting, 'buyer')} in line for one`}
      />
      <Stat
        label="Row lock waits"
        value={formatNumber(figures.lockWaits)}
        note={`${formatNumber(figures.waitingNow)} waiting now`}
      />
      <Stat
        label="Deadlocks"
        value={formatNumber(figures.deadlocks)}
        note={`${formatCount(figures.retries, 'retry', 'retries')}, ${formatNumber(figures.lockTimeouts)} timed out`}
      />
      <Stat
        label="Refills"
        value={formatNumber(figures.refills)}
        note={`${formatNumber(figures.pooled)} in the pools`}
      />
      <Stat
        label="The simulator itself"
        value={formatDuration(eventLoopMs.p99)}
        unit="late"
        note={
          isLate
            ? 'saturated: latencies describe it as well'
            : `busy ${figures.clientBusyPercent} % of the time`
        }
        tone={isLate ? 'alarm' : 'neutral'}
      />
    </StatRow>
  );
}
