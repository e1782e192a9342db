/** Waits, history and queues of InnoDB as figures; what needs attention says so in words. */
import type { ServerView } from '@/app/api/live/snapshot';
import { formatCount, formatDuration, formatNumber } from '@/components/format';
import { PartView } from './part-view';

export const historyAlert = 10_000;

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-b py-1.5 last:border-b-0">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  );
}

/** The connection whose snapshot keeps purge back, when history has grown long. */
export function keepsPurgeBack({ metrics, status }: ServerView): number | null {
  if (metrics.state !== 'read' || status.state !== 'read') return null;
  return status.value.snapshots[0]?.connectionId ?? null;
}

export function InnodbFigures({ server }: { server: ServerView }) {
  const { counters, metrics, status } = server;
  return (
    <div className="text-sm">
      <PartView part={counters}>
        {(value) => (
          <dl className="px-5 pt-3">
            <Row label="Row waits since start">{formatNumber(value.rowLockWaits)}</Row>
            <Row label="Average, longest wait">
              {formatDuration(value.rowLockAverageMs)}, {formatDuration(value.rowLockLongestMs)}
            </Row>
            <Row label="Threads running, connected">
              {value.threadsRunning}, {value.threadsConnected} of {value.maxConnections}
            </Row>
            <Row label="Selects, commits, rollbacks">
              {formatNumber(value.selectsPerSecond)}, {formatNumber(value.commitsPerSecond)},{' '}
              {formatNumber(value.rollbacksPerSecond)} /s
            </Row>
            {status.state === 'read' && (
              <Row label="In InnoDB, in line for it">
                {status.value.inside}, {status.value.queued}
                <span className="text-ink-soft">
                  {' '}
                  (ceiling {value.threadConcurrency === 0 ? 'none' : value.threadConcurrency})
                </span>
              </Row>
            )}
          </dl>
        )}
      </PartView>
      <PartView part={metrics}>
        {(value) => (
          <dl className="px-5 pb-3">
            <Row label="Deadlocks, wait timeouts">
              {formatNumber(value.deadlocks)}, {formatNumber(value.lockTimeouts)}
            </Row>
            <Row label="History that purge has yet to clean">
              {formatCount(value.historyLength, 'transaction')}
            </Row>
            {value.historyLength >= historyAlert && (
              <div role="alert" className="mt-2 rounded-sm bg-warn-soft px-3 py-2 text-warn">
                Purge is held up
                {status.state === 'read' && status.value.snapshots[0]
                  ? ` by the snapshot of connection ${status.value.snapshots[0].connectionId}, open for ${formatDuration(status.value.snapshots[0].ageSeconds * 1000)}`
                  : ''}
                : scans pass every row that was deleted meanwhile.
              </div>
            )}
          </dl>
        )}
      </PartView>
    </div>
  );
}
