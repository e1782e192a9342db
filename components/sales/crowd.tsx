'use client';
/**
 * The sale as a picture: everybody who comes, in the place where they are now. Circles are people; who pays has units in
 * their hands and is drawn as held, who has bought stands on a unit; who bought a unit that isn't there is the alarm.
 */
import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import type { BuyerCounts } from '@/simulator/index';
import { formatCount, formatNumber } from '../format';
import { useThemeChanges } from '../theme-changes';
import { CrowdDots } from './crowd-dots';
import { CrowdPicture, type ZoneAreas } from './crowd-drawing';
import { type CrowdZone, crowdZones, zoneCounts, zoneDetail, zoneTitles } from './words';

interface CrowdProps {
  /** Counts everybody again from the start when it changes. */
  runId: number;
  buyers: BuyerCounts;
  total: number;
  /** Units on sale, where every buyer wants one; null where carts hold more. */
  seats: number | null;
  /** Units sold beyond stock. */
  oversold: number;
}

const places: Record<CrowdZone, string> = {
  coming: 'col-span-2 md:col-span-1 md:row-span-2',
  counter: 'md:row-span-2',
  paying: '',
  bought: 'col-span-2 md:col-span-1',
  refused: '',
  left: '',
};

export function Crowd({ runId, buyers, total, seats, oversold }: CrowdProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<{ dots: CrowdDots; picture: CrowdPicture } | null>(null);
  const themeChanges = useThemeChanges();
  const counts = zoneCounts(buyers);
  const latest = useRef(counts);
  latest.current = counts;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another run is another crowd
  useEffect(() => {
    const element = frame.current;
    if (!element || !canvas.current) return;
    const dots = new CrowdDots(total);
    dots.move(latest.current);
    const seatDots = seats === null ? null : Math.ceil(seats / dots.buyersPerDot);
    const picture = new CrowdPicture(canvas.current, dots, seatDots);
    drawn.current = { dots, picture };
    const resize = new ResizeObserver(() => {
      picture.layOut(areasOf(element), element.clientWidth, element.clientHeight);
    });
    resize.observe(element);
    return () => {
      resize.disconnect();
      picture.stop();
      drawn.current = null;
    };
  }, [runId, total, seats]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts are what the dots stand for
  useEffect(() => {
    drawn.current?.dots.move(counts);
    drawn.current?.picture.moved();
  }, [buyers]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read from CSS
  useEffect(() => drawn.current?.picture.recolor(), [themeChanges]);

  const perDot = Math.max(1, Math.ceil(total / 600));
  return (
    <section aria-label="Where the buyers are">
      <div
        ref={frame}
        className="relative grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line md:h-[25rem] md:grid-cols-[1.1fr_0.9fr_1.1fr_1.5fr] md:grid-rows-2"
      >
        {crowdZones.map((zone) => (
          <div
            key={zone}
            className={clsx('flex min-h-40 min-w-0 flex-col bg-surface p-4 md:min-h-0', places[zone])}
            style={{ order: orderOf(zone) }}
          >
            <ZoneHead
              zone={zone}
              count={counts[zone]}
              detail={zoneDetail(zone, buyers)}
              seats={zone === 'bought' ? seats : null}
              oversold={zone === 'bought' ? oversold : 0}
            />
            <div data-zone={zone} className="mt-3 min-h-20 flex-1 md:min-h-0" />
          </div>
        ))}
        <div aria-hidden="true" className="pointer-events-none absolute inset-0">
          <canvas ref={canvas} className="size-full" />
        </div>
      </div>
      {perDot > 1 && (
        <p className="mt-2 text-xs text-ink-faint">One circle stands for {formatCount(perDot, 'buyer')}.</p>
      )}
    </section>
  );
}

/** Source order is from the door to the end; in the grid "gave up" lies under "paying", and "told no" under "bought". */
function orderOf(zone: CrowdZone): number {
  return ['coming', 'counter', 'paying', 'bought', 'left', 'refused'].indexOf(zone);
}

function ZoneHead({
  zone,
  count,
  detail,
  seats,
  oversold,
}: {
  zone: CrowdZone;
  count: number;
  detail: string;
  seats: number | null;
  oversold: number;
}) {
  return (
    <div>
      <p className="text-label">{zoneTitles[zone]}</p>
      <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2">
        <span
          data-testid={`zone-${zone}`}
          className={clsx(
            'text-2xl font-medium tracking-tight tabular-nums',
            oversold > 0 && 'text-unit-oversold',
          )}
        >
          {formatNumber(count)}
        </span>
        {seats !== null && (
          <span className="text-sm text-ink-soft tabular-nums">of {formatCount(seats, 'unit')}</span>
        )}
      </p>
      <p className="min-h-4.5 truncate text-xs text-ink-faint tabular-nums" title={detail}>
        {oversold > 0 ? `${formatNumber(oversold)} more than there are` : detail}
      </p>
    </div>
  );
}

function areasOf(frame: HTMLElement): ZoneAreas {
  const origin = frame.getBoundingClientRect();
  return Object.fromEntries(
    [...frame.querySelectorAll<HTMLElement>('[data-zone]')].map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const x = left - origin.left - frame.clientLeft;
      const y = top - origin.top - frame.clientTop;
      return [element.dataset.zone, { x, y, width, height }];
    }),
  ) as ZoneAreas;
}
