/** Waits, history and queues of InnoDB as figures; what needs attention says so in words. */
import type { ServerView } from '@/app/api/live/snapshot';
import { formatCount, formatDuration, formatNumber } from '@/components/format';
import type { OpenTransaction } from '@/db/panel/transactions';
import { PartView } from './part-view';

/** Transactions that wait for purge from which on the page raises an alert. */
export const historyAlert = 10_000;

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-b py-1.5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  );
}

/**
 * The transaction whose snapshot purge has to wait for: the oldest that reads from one. InnoDB's report leaves out those
 * that only read, so it is told from the open transactions: REPEATABLE READ keeps its snapshot from the first read to the
 * end, READ COMMITTED only while a statement runs.
 */
export function keepsPurgeBack({ transactions }: Pick<ServerView, 'transactions'>): OpenTransaction | null {
  if (transactions.state !== 'read') return null;
  const keeping = transactions.value.filter(
    ({ isolation, runningMs }) => /^(REPEATABLE READ|SERIALIZABLE)$/.test(isolation) || runningMs !== null,
  );
  return keeping.reduce<OpenTransaction | null>(
    (oldest, one) => (oldest && oldest.ageMs >= one.ageMs ? oldest : one),
    null,
  );
}

interface InnodbFiguresProps {
  server: ServerView;
  /** Default 10,000 transactions. */
  alertFrom?: number;
}

export function InnodbFigures({ server, alertFrom = historyAlert }: InnodbFiguresProps) {
  const { counters, metrics, status } = server;
  const keeper = keepsPurgeBack(server);
  if (server.state === 'lost') return <PartView part={counters}>{() => null}</PartView>;
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
          <div className="px-5 pb-3">
            <dl>
              <Row label="Deadlocks, wait timeouts">
                {formatNumber(value.deadlocks)}, {formatNumber(value.lockTimeouts)}
              </Row>
              <Row label="History that purge has yet to clean">
                {formatCount(value.historyLength, 'transaction')}
              </Row>
            </dl>
            {value.historyLength >= alertFrom && (
              <div role="alert" className="mt-3 rounded-sm bg-warn-soft px-3 py-2 text-warn">
                Purge is held up
                {keeper && (
                  <>
                    {` by the snapshot of connection ${keeper.connectionId}${keeper.tag ? ` (${keeper.tag})` : ''}`}
                    {/* Not to be read out anew each second. */}
                    <span aria-live="off">, open for {formatDuration(keeper.ageMs)}</span>
                  </>
                )}
                : scans pass every row that was deleted meanwhile.
              </div>
            )}
          </div>
        )}
      </PartView>
    </div>
  );
}
