/** Open transactions, oldest first; those that hold on without doing anything are named. */
import { formatDuration, formatNumber } from '@/components/format';
import { Badge } from '@/components/ui/badge';
import type { OpenTransaction } from '@/db/panel/transactions';
import { SessionName } from './session-name';
import { StatementText } from './wait-graph';

const shown = 8;
const idleFromMs = 1_000;

interface TransactionListProps {
  transactions: readonly OpenTransaction[];
  /** Connections whose snapshot is the oldest: what purge waits for. */
  keepsPurgeBack: number | null;
}

export function TransactionList({ transactions, keepsPurgeBack }: TransactionListProps) {
  if (transactions.length === 0) {
    return <p className="px-5 py-6 text-sm text-ink-soft">No transaction was open when this was read.</p>;
  }
  return (
    <ul aria-label="Open transactions, oldest first">
      {transactions.slice(0, shown).map((transaction) => {
        const { connectionId, idleMs, ageMs, isolation, schema } = transaction;
        const isIdle = idleMs !== null && idleMs >= idleFromMs;
        return (
          <li key={connectionId} className="border-b px-5 py-2.5 text-sm last:border-b-0">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <SessionName connectionId={connectionId} transaction={transaction} />{' '}
              <span className="flex items-baseline gap-2 tabular-nums">
                {connectionId === keepsPurgeBack && <Badge tone="warn">oldest snapshot</Badge>}{' '}
                {isIdle && <Badge tone="warn">idle for {formatDuration(idleMs)}</Badge>}{' '}
                <span>open {formatDuration(ageMs)}</span>
              </span>
            </p>
            <p className="text-xs text-ink-faint">
              {isolation.toLowerCase()} · {schema ?? 'no schema'} · {transaction.account}
            </p>
            <StatementText transaction={transaction} lines={2} />
          </li>
        );
      })}
      {transactions.length > shown && (
        <li className="px-5 py-2 text-xs text-ink-soft">
          and {formatNumber(transactions.length - shown)} younger ones
        </li>
      )}
    </ul>
  );
}
