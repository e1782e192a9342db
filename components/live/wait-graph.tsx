/** Who waits for whom, from the session that holds to those that stand behind it, each with what it waits for. */
import clsx from 'clsx';
import { formatDuration } from '@/components/format';
import { ScrollFrame } from '@/components/ui/scroll-frame';
import type { LockPicture, WaitEdge } from '@/db/panel/lock-picture';
import type { OpenTransaction } from '@/db/panel/transactions';
import { SessionName } from './session-name';
import { type WaitNode, waitTrees } from './wait-tree';

interface WaitGraphProps {
  picture: LockPicture;
  transactions: ReadonlyMap<number, OpenTransaction>;
}

const mostWaiters = 12;

export function WaitGraph({ picture, transactions }: WaitGraphProps) {
  const trees = waitTrees(picture.edges);
  if (trees.length === 0) {
    return (
      <p className="px-5 py-6 text-sm text-ink-soft">
        Nobody waits for a row. {picture.count > 0 && 'Locks are held, and everybody passes by them.'}
      </p>
    );
  }
  return (
    <ScrollFrame label="Who waits for whom" className="min-h-0 flex-1 overflow-y-auto">
      <ul className="space-y-4 px-5 py-3 text-sm" aria-label="Waits, blocker first">
        {trees.map((tree) => (
          <li key={tree.connectionId}>
            <Blocker node={tree} transactions={transactions} />
            <Waiters nodes={tree.waiters} transactions={transactions} />
          </li>
        ))}
      </ul>
    </ScrollFrame>
  );
}

function transactionOf(node: WaitNode, { transactions }: Pick<WaitGraphProps, 'transactions'>) {
  return node.connectionId === null ? undefined : transactions.get(node.connectionId);
}

function Blocker({ node, transactions }: { node: WaitNode } & Pick<WaitGraphProps, 'transactions'>) {
  const transaction = transactionOf(node, { transactions });
  const isIdle = transaction?.idleMs !== null && transaction?.idleMs !== undefined;
  return (
    <div className="border-l-3 border-unit-locked pl-3">
      <p>
        <SessionName connectionId={node.connectionId} transaction={transaction} />{' '}
        <span className="text-ink-soft">holds up {countAll(node)}</span>
      </p>
      {transaction && (
        <p className="mt-0.5 text-xs text-ink-soft tabular-nums">
          open for {formatDuration(transaction.ageMs)}
          {isIdle ? `, idle for ${formatDuration(transaction.idleMs ?? 0)}` : ', busy'}
        </p>
      )}
      <StatementText transaction={transaction} />
    </div>
  );
}

function Waiters({
  nodes,
  transactions,
}: { nodes: readonly WaitNode[] } & Pick<WaitGraphProps, 'transactions'>) {
  if (nodes.length === 0) return null;
  return (
    <ul className="mt-1.5 ml-[1px] space-y-2 border-l border-dashed border-line-strong pl-5">
      {nodes.slice(0, mostWaiters).map((node) => {
        const transaction = transactionOf(node, { transactions });
        const { edge } = node;
        return (
          <li key={node.connectionId} className="relative">
            <span
              aria-hidden="true"
              className="absolute top-2.5 -left-5 w-4 border-t border-dashed border-line-strong"
            />
            <p>
              <SessionName connectionId={node.connectionId} transaction={transaction} />
              {transaction?.runningMs !== null && transaction?.runningMs !== undefined && (
                <span className="text-ink-soft tabular-nums">
                  {' '}
                  waits {formatDuration(transaction.runningMs)}
                </span>
              )}
            </p>
            {edge && (
              <p className="text-ink-soft xl:truncate" title={wordsOf(edge)}>
                for <span className="font-medium text-ink">{edge.record}</span>, {edge.words}
                {edge.heldWords && edge.heldWords !== edge.words && `; held: ${edge.heldWords}`}{' '}
                <span className="font-mono text-2xs whitespace-nowrap text-ink-faint">{placeOf(edge)}</span>
              </p>
            )}
            <StatementText transaction={transaction} />
            <Waiters nodes={node.waiters} transactions={transactions} />
          </li>
        );
      })}
      {nodes.length > mostWaiters && (
        <li className="text-xs text-ink-soft">and {nodes.length - mostWaiters} more behind it</li>
      )}
    </ul>
  );
}

const placeOf = ({ table, index, mode }: WaitEdge) => [table, index, mode].filter(Boolean).join(' ');

const wordsOf = (edge: WaitEdge) => `${edge.record}, ${edge.words}: ${placeOf(edge)}`;

interface StatementTextProps {
  transaction?: OpenTransaction;
  /** Most lines that are shown of it. Default: 1. */
  lines?: 1 | 2;
}

export function StatementText({ transaction, lines = 1 }: StatementTextProps) {
  if (!transaction?.text) return null;
  return (
    <p
      className={clsx(
        'mt-0.5 font-mono text-xs text-ink-faint',
        lines === 1 ? 'truncate' : 'line-clamp-2 wrap-anywhere',
      )}
      title={transaction.text}
    >
      {transaction.text.replace(/\s+/g, ' ')}
    </p>
  );
}

function countAll(node: WaitNode): string {
  const count = (one: WaitNode): number => one.waiters.reduce((sum, waiter) => sum + 1 + count(waiter), 0);
  const total = count(node);
  return total === 1 ? '1 session' : `${total} sessions`;
}
