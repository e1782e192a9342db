/** The latest refills: which pool, how many units, who waited for it and how long. */
import { Fragment } from 'react';
import type { LevelSample, Refill } from '@/app/api/live/snapshot';
import { formatCount, formatDuration, formatNumber } from '@/components/format';
import { ScrollFrame } from '@/components/ui/scroll-frame';
import type { RefillWaits } from '@/engine/index';

interface RefillListProps {
  refills: readonly Refill[];
  levels: readonly LevelSample[];
}

function reason({ kind, durationMs }: Refill): string {
  const took = durationMs === null ? '' : `, took ${formatDuration(durationMs)}`;
  if (kind === 'inline') return `inline, for want of units${took}`;
  if (kind === 'background') return `in the background${took}`;
  return 'by another process';
}

type Wait = RefillWaits['longest'][number];

/** Names that are read without opening the list. */
const shown = 2;

function Names({ waits }: { waits: readonly Wait[] }) {
  return waits.map(({ checkoutId, waitedMs }, place) => (
    <Fragment key={checkoutId}>
      {place > 0 && ', '}
      <span className="whitespace-nowrap">
        checkout {checkoutId.slice(-8)} {formatDuration(waitedMs)}
      </span>
    </Fragment>
  ));
}

/** Who waited, longest first: two by name, the others of those that are known on opening. */
function Waits({ waits: { count, longest } }: { waits: RefillWaits }) {
  const first = longest.slice(0, shown);
  const others = longest.slice(shown);
  const words = (
    <>
      {formatCount(count, 'checkout')} waited for it: <Names waits={first} />
      {count > first.length && `, and ${formatNumber(count - first.length)} more`}.
    </>
  );
  const look = 'text-xs text-ink-soft tabular-nums';
  if (others.length === 0) return <p className={look}>{words}</p>;
  return (
    <details className={look}>
      <summary>{words}</summary>
      <p className="pl-3.5">
        Then <Names waits={others} />.
      </p>
    </details>
  );
}

export function RefillList({ refills, levels }: RefillListProps) {
  if (refills.length === 0) {
    return (
      <p className="px-5 py-6 text-sm text-ink-soft">
        No pool was refilled while the panel was open. One is when it falls to the mark in its bar.
      </p>
    );
  }
  const names = new Map(levels.map((level) => [level.key, level]));
  return (
    <>
      <ScrollFrame label="Refills" className="min-h-0 flex-1 overflow-y-auto max-xl:max-h-64">
        <ol aria-label="Latest refills" className="text-sm">
          {refills.map((refill) => (
            <li
              key={`${refill.at} ${refill.key} ${refill.kind}`}
              className="grid grid-cols-[auto_1fr] gap-x-4 border-b px-5 py-2 last:border-b-0"
            >
              <time className="text-xs leading-5.25 text-ink-faint">{refill.at.slice(11, 19)}</time>
              <div className="min-w-0">
                <p className="flex flex-wrap gap-x-3">
                  <span className="font-medium tabular-nums">+{formatCount(refill.added, 'unit')}</span>
                  <span>{placeOf(refill.key, names.get(refill.key))}</span>
                  <span className="text-ink-soft tabular-nums">{reason(refill)}</span>
                  {refill.waits?.count === 0 && <span className="text-ink-soft">Nobody waited for it.</span>}
                </p>
                {refill.waits && refill.waits.count > 0 && <Waits waits={refill.waits} />}
              </div>
            </li>
          ))}
        </ol>
      </ScrollFrame>
      {refills.some(({ waits }) => waits === null) && (
        <p className="border-t px-5 py-2 text-2xs text-ink-faint">
          Another process’s refills are seen in the level’s row, which keeps neither how long they took nor
          who waited.
        </p>
      )}
    </>
  );
}

function placeOf(key: string, level: LevelSample | undefined): string {
  const [item, group] = key.split(':');
  return `${level?.title || `Item ${item}`}, ${level?.location || `group ${group}`}`;
}
