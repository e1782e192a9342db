/** The latest refills: which pool, how many units, who waited for it and how long. */
import type { LevelSample, Refill } from '@/app/api/live/snapshot';
import { formatCount, formatDuration, formatNumber } from '@/components/format';
import type { RefillWaits } from '@/engine/index';

interface RefillListProps {
  refills: readonly Refill[];
  levels: readonly LevelSample[];
}

function reason({ kind, durationMs }: Refill): string {
  const took = durationMs === null ? '' : ` ${formatDuration(durationMs)}`;
  if (kind === 'inline') return `inline, for want of units; took${took}`;
  if (kind === 'background') return `in the background; took${took}`;
  return 'by another process, as the level’s numbers tell; who waited is known there';
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
    return <p className="px-5 py-4 text-sm text-ink-soft">No pool was refilled while the panel was open.</p>;
  }
  const names = new Map(levels.map((level) => [level.key, level]));
  return (
    <ol aria-label="Latest refills" className="max-h-56 overflow-y-auto text-sm">
      {refills.map((refill) => {
        const level = names.get(refill.key);
        return (
          <li
            key={`${refill.at} ${refill.key} ${refill.kind}`}
            className="flex flex-wrap gap-x-3 border-b px-5 py-2 last:border-b-0"
          >
            <time className="text-ink-faint tabular-nums">{refill.at.slice(11, 19)}</time>
            <span className="font-medium">+{formatCount(refill.added, 'unit')}</span>
            <span>
              {level?.title || `item ${refill.key.split(':')[0]}`}
              {level?.location && `, ${level.location}`}
            </span>
            <span className="text-ink-soft">{reason(refill)}</span>
            {refill.waits && (
              <span className="basis-full text-xs text-ink-soft tabular-nums">{waitWords(refill.waits)}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
