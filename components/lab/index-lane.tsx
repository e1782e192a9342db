/** One place of an index, a record or a gap, with a lane for each session; an arrow leads from who waits to whom. */
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { type DrawnLock, LockBadge } from './lock-badge';

interface IndexLaneProps {
  label: ReactNode;
  sessions: readonly string[];
  locks: readonly DrawnLock[];
  waits: readonly { readonly waiting: string; readonly blocking: string }[];
  place: 'record' | 'gap';
}

export function IndexLane({ label, sessions, locks, waits, place }: IndexLaneProps) {
  const isHere = new Set(locks.map((lock) => lock.session));
  return (
    <tr className={clsx('border-t', place === 'gap' && 'bg-sunken')}>
      <th scope="row" className="min-w-0 border-r px-3 py-1.5 text-left text-xs font-normal">
        {label}
      </th>
      {sessions.map((name) => {
        const own = locks.filter((lock) => lock.session === name);
        const blockers = own.some((lock) => lock.isWaiting)
          ? waits.filter(({ waiting, blocking }) => waiting === name && isHere.has(blocking))
          : [];
        return (
          <td key={name} className="relative h-9 px-1 py-1.5 text-center">
            {blockers.map(({ blocking }) => (
              <Arrow key={blocking} lanes={sessions.indexOf(blocking) - sessions.indexOf(name)} />
            ))}
            <span className="inline-flex flex-wrap justify-center gap-1">
              {own.map((lock) => (
                <LockBadge key={`${lock.mode} ${lock.isWaiting}`} lock={lock} place={place} />
              ))}
            </span>
          </td>
        );
      })}
    </tr>
  );
}

/** From the middle of a lane to the middle of one that is so many lanes away, behind the badges. */
function Arrow({ lanes }: { lanes: number }) {
  const isLeftwards = lanes < 0;
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'absolute top-1/2 border-warn border-t-2 border-dotted',
        isLeftwards ? 'right-1/2' : 'left-1/2',
      )}
      style={{ width: `${Math.abs(lanes) * 100}%` }}
    >
      <span
        className={clsx(
          'absolute -top-[5px] size-2 border-warn border-t-2',
          isLeftwards ? 'left-[2.25rem] -rotate-45 border-l-2' : 'right-[2.25rem] rotate-45 border-r-2',
        )}
      />
    </span>
  );
}
