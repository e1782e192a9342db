/** The latest refills: which pool, how many units, who waited for it and how long. */
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

/** "checkout 4f2a9c1e 12 ms" of each that is named, longest first. */
function waitWords({ count, longest }: RefillWaits): string {
  if (count === 0) return 'Nobody waited for it.';
  const named = longest.map(
    ({ checkoutId, waitedMs }) => `checkout ${checkoutId.slice(-8)} ${formatDuration(waitedMs)}`,
  );
  const more = count > named.length ? `, and ${formatNumber(count - named.length)} more, each no longer` : '';
  return `${formatCount(count, 'checkout')} waited for it: ${named.join(', ')}${more}.`;
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
                </p>
                {refill.waits && (
                  <p className="text-xs text-ink-soft tabular-nums">{waitWords(refill.waits)}</p>
                )}
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
