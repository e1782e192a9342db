/**
 * An index as the server has it: records from top to bottom in key order, the gaps that somebody has locked between them,
 * and what lies behind the last one. A lane for each session shows which of it is theirs.
 */
import clsx from 'clsx';
import type { LabSnapshot } from '@/lab/index';
import { IndexLane } from './index-lane';
import type { DrawnLock } from './lock-badge';
import { SessionTag } from './session-tag';

type Picture = LabSnapshot['pictures'][number];
type PictureRecord = Picture['records'][number];

interface IndexPictureProps {
  picture: Picture;
  sessions: readonly string[];
  waits: LabSnapshot['waits'];
  tableLocks: readonly DrawnLock[];
  names: Readonly<Record<string, string>>;
}

const stateWords: Record<PictureRecord['state'], string | undefined> = {
  committed: undefined,
  inserted: 'new, not committed',
  deleted: 'deleted, not committed',
  'not purged': 'deleted, not purged',
};

const coversRecord = ({ reach }: DrawnLock) => reach === 'record' || reach === 'next_key';
const coversGap = ({ reach }: DrawnLock) => reach !== 'record';

export function IndexPicture({ picture, sessions, waits, tableLocks, names }: IndexPictureProps) {
  const { table, index, columns, sharedColumns = 0, records, supremum, left } = picture;
  const shared = records[0]?.shown.slice(0, sharedColumns);
  const lane = { sessions, waits };
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border bg-surface">
      <figcaption className="border-b px-3 py-2.5">
        <p className="font-mono text-xs">
          <span className="font-semibold">{table}</span> <span className="text-ink-faint">{index}</span>
        </p>
        <p className="mt-0.5 font-mono text-2xs break-words text-ink-faint">({columns.join(', ')})</p>
        {tableLocks.length > 0 && (
          <p className="mt-1.5 text-2xs text-ink-soft">
            On the table:{' '}
            {tableLocks
              .map((lock) => `${lock.session} ${lock.mode}${lock.isWaiting ? ' (waiting)' : ''}`)
              .join(' · ')}
          </p>
        )}
      </figcaption>
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">
          Locks on {table}, index {index}
        </caption>
        <colgroup>
          <col className="w-[34%]" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="border-r px-3 py-1.5 text-left text-2xs font-normal text-ink-faint">
              {picture.noun ?? 'record'}
              {shared && shared.length > 0 && <span className="block font-mono">{shared.join(', ')}, …</span>}
            </th>
            {sessions.map((name) => (
              <th scope="col" key={name} className="py-1.5">
                <SessionTag name={name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <RecordRows
              key={record.key.join(' ')}
              record={record}
              sharedColumns={sharedColumns}
              names={names}
              lane={lane}
            />
          ))}
          {left > 0 && (
            <IndexLane
              {...lane}
              place="record"
              locks={[]}
              label={<span className="text-ink-faint">{left} more</span>}
            />
          )}
          <IndexLane
            {...lane}
            place="gap"
            locks={supremum}
            label={
              <span className="text-ink-faint">
                {records.length === 0 ? 'empty: the whole gap' : 'behind the last'}{' '}
                <span className="block font-mono text-2xs">supremum</span>
              </span>
            }
          />
        </tbody>
      </table>
    </figure>
  );
}

interface RecordRowsProps {
  record: PictureRecord;
  sharedColumns: number;
  names: Readonly<Record<string, string>>;
  lane: { sessions: readonly string[]; waits: LabSnapshot['waits'] };
}

function RecordRows({ record, sharedColumns, names, lane }: RecordRowsProps) {
  const parts = record.shown
    .slice(sharedColumns)
    .map((part, place) => names[record.key[sharedColumns + place] ?? ''] ?? part);
  const gapLocks = record.locks.filter(coversGap);
  const words = stateWords[record.state];
  const isGone = record.state === 'deleted' || record.state === 'not purged';
  return (
    <>
      {gapLocks.length > 0 && (
        <IndexLane
          {...lane}
          place="gap"
          locks={gapLocks}
          label={<span className="text-2xs text-ink-faint">the gap before it</span>}
        />
      )}
      <IndexLane
        {...lane}
        place="record"
        locks={record.locks.filter(coversRecord)}
        label={
          <span className="min-w-0">
            <span
              className={clsx(
                'font-mono text-xs font-medium break-words',
                isGone && 'text-ink-faint line-through decoration-1',
              )}
            >
              {parts.join(' · ')}
            </span>
            {words && <span className="block text-2xs text-ink-faint">{words}</span>}
          </span>
        }
      />
    </>
  );
}
