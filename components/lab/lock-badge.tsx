/** One lock in a session's lane: filled when it is granted, dashed with an hourglass while it is waited for. */
import clsx from 'clsx';
import { Hourglass } from 'lucide-react';
import type { LabSnapshot } from '@/lab/index';
import { sessionStyle } from './session-style';

export type DrawnLock = LabSnapshot['locks'][number];

const letter = ({ strength }: DrawnLock) => (strength === 'shared' ? 'S' : 'X');

interface LockBadgeProps {
  lock: DrawnLock;
  /** What of the lock lies here: the record itself, or the gap before it. */
  place: 'record' | 'gap';
}

export function LockBadge({ lock, place }: LockBadgeProps) {
  const { text, edge, fill } = sessionStyle(lock.session);
  const what = lock.reach === 'insert_intention' ? 'insert' : `${letter(lock)} ${place}`;
  return (
    <span
      data-lock={`${lock.session} ${what}${lock.isWaiting ? ' waiting' : ''}`}
      title={`${lock.session}: ${lock.words} (${lock.mode}${lock.isWaiting ? ', waiting' : ''})`}
      className={clsx(
        'relative z-10 inline-flex h-6 items-center gap-1 rounded-sm border-[1.5px] px-1.5 font-mono text-2xs font-semibold whitespace-nowrap',
        edge,
        lock.isWaiting ? ['border-dashed bg-surface', text] : [fill, 'text-paper'],
      )}
    >
      {lock.isWaiting && <Hourglass aria-hidden="true" className="size-3" />}
      {what}
      <span className="sr-only">
        , {lock.session}, {lock.isWaiting ? 'waiting' : 'granted'}: {lock.words}
      </span>
    </span>
  );
}
