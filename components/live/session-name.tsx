/** A session by what it is about: its hold or checkout, its tag, its connection. */
import type { OpenTransaction } from '@/db/panel/transactions';

interface SessionNameProps {
  connectionId: number | null;
  transaction?: OpenTransaction;
}

const nameOf = (connectionId: number) => `connection ${connectionId}`;

/** "checkout 4f2a9c1e", or what the session calls itself. */
export function sessionTitle({ connectionId, transaction }: SessionNameProps): string {
  if (transaction?.subject) return `checkout ${transaction.subject.slice(-8)}`;
  if (transaction?.tag) return transaction.tag;
  return connectionId === null ? 'a session that has ended' : nameOf(connectionId);
}

export function SessionName(props: SessionNameProps) {
  const { connectionId, transaction } = props;
  const title = sessionTitle(props);
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <span className="font-medium">{title}</span>{' '}
      {transaction?.tag && transaction.tag !== title && (
        <span className="rounded-sm bg-sunken px-1.5 font-mono text-2xs text-ink-soft">
          {transaction.tag}
        </span>
      )}{' '}
      {connectionId !== null && title !== nameOf(connectionId) && (
        <span className="text-xs text-ink-faint">{nameOf(connectionId)}</span>
      )}
    </span>
  );
}
