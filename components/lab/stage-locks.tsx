/** What the server listed at one moment: the indexes with the locks on them, then the rows themselves. */
import { Button } from '@/components/ui/button';
import type { LabSnapshot } from '@/lab/index';
import { IndexPicture } from './index-picture';
import { LockRows } from './lock-rows';

interface StageLocksProps {
  view: LabSnapshot;
  /** Steps that were done then. */
  shown: number;
  isPast: boolean;
  sessions: readonly string[];
  names: Readonly<Record<string, string>>;
  onNow: () => void;
}

export function StageLocks({ view, shown, isPast, sessions, names, onNow }: StageLocksProps) {
  const { pictures, locks, waits, isCut } = view;
  return (
    <>
      <h2 className="flex min-h-8 items-center text-sm font-semibold">
        {shown === 0 ? 'Before the first step' : `After step ${shown}`}
        {isPast && (
          <Button size="sm" tone="quiet" className="ml-2" onClick={onNow}>
            Back to now
          </Button>
        )}
        <span className="ml-auto text-xs font-normal text-ink-faint">MySQL {view.server}</span>
      </h2>
      {pictures.map((picture) => (
        <IndexPicture
          key={`${picture.table}.${picture.index}`}
          picture={picture}
          sessions={sessions}
          waits={waits}
          tableLocks={locks.filter((lock) => lock.table === picture.table && lock.index === null)}
          names={names}
        />
      ))}
      <LockRows locks={locks} waits={waits} isCut={isCut} />
    </>
  );
}
