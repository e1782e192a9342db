'use client';
/** The units at the end of a run. Press one to read its life; where two orders are on one unit, they stand side by side. */
import { useState } from 'react';
import type { BoardPicture, UnitHolder, UnitLife } from '@/simulator/index';
import { formatDuration, formatMoney, formatNumber } from '../format';
import { Notice } from '../ui/notice';
import { Timeline } from '../ui/timeline';
import { HotPool } from './hot-pool';
import { CURRENCY } from './words';

interface UnitLivesProps {
  runId: number;
  board: BoardPicture;
  units: number;
  label: string;
  unpooled: number;
  /** The run's tables are gone, so that lives can't be read any more. */
  isDropped: boolean;
}

const endings: Partial<Record<UnitHolder['outcome'], string>> = {
  claimed: 'Sold to this buyer',
  released: 'Given back: the card was declined',
  expired: 'Taken back: the hold ran out',
  refunded: 'Taken back: the payment came too late and was returned',
};

type Shown = UnitLife | 'loading' | 'gone' | 'failed';

export function UnitLives({ runId, board, units, label, unpooled, isDropped }: UnitLivesProps) {
  const [unitId, setUnitId] = useState<number | null>(null);
  const [life, setLife] = useState<Shown>('loading');

  const show = async (id: number) => {
    setUnitId(id);
    setLife('loading');
    try {
      const response = await fetch(`/api/runs/${runId}/units/${id}`);
      setLife(response.status === 410 ? 'gone' : response.ok ? await response.json() : 'failed');
    } catch {
      setLife('failed');
    }
  };

  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <HotPool
        board={board}
        units={units}
        label={label}
        unpooled={unpooled}
        onSelect={isDropped ? undefined : show}
        selectedId={unitId}
      />
      <aside aria-label="Life of a unit" aria-live="polite" className="min-w-0">
        {isDropped ? (
          <p className="text-sm text-ink-soft">
            The tables of this run made room for newer ones, so the lives of its units can’t be read any more.
          </p>
        ) : unitId === null ? (
          <p className="text-sm text-ink-soft print:hidden">Press a unit to read its life.</p>
        ) : (
          <Life unitId={unitId} life={life} onRetry={() => show(unitId)} />
        )}
      </aside>
    </div>
  );
}

function Life({ unitId, life, onRetry }: { unitId: number; life: Shown; onRetry: () => void }) {
  const title = <h3 className="text-subtitle">Unit {formatNumber(unitId)}</h3>;
  if (life === 'loading') return title;
  if (life === 'gone') return <Notice title="The tables of this run have been dropped meanwhile." />;
  if (life === 'failed') {
    return (
      <Notice tone="warn" isAnswer title="The unit could not be read.">
        <button type="button" className="link" onClick={onRetry}>
          Try again
        </button>
      </Notice>
    );
  }
  const owners = life.holders.filter(({ outcome }) => outcome === 'claimed');
  const isShared = owners.length > 1;
  return (
    <>
      {title}
      {life.holders.length === 0 && (
        <p className="mt-2 text-sm text-ink-soft">
          In the pool from the first moment to the last; nobody took it.
        </p>
      )}
      {isShared && (
        <p className="mt-2 font-medium text-unit-oversold">
          {formatNumber(owners.length)} orders, one unit.{' '}
          {owners.length === 2 ? 'One' : formatNumber(owners.length - 1)} of them can’t be sent.
        </p>
      )}
      <div className={isShared ? 'mt-5 grid gap-x-8 gap-y-6 sm:grid-cols-2' : 'mt-5'}>
        {isShared ? (
          owners.slice(0, 6).map((holder, index) => (
            <div key={holder.buyer} className={index === 0 ? '' : 'border-l-3 border-unit-oversold pl-4'}>
              <p className="mb-3 text-sm font-semibold">
                Order of buyer {formatNumber(holder.buyer)}
                {holder.orderId && (
                  <span className="block font-mono text-xs font-normal break-all text-ink-faint">
                    {holder.orderId}
                  </span>
                )}
              </p>
              <Timeline entries={entriesOf([holder])} />
            </div>
          ))
        ) : (
          <Timeline entries={entriesOf(life.holders)} />
        )}
      </div>
      {isShared && owners.length > 6 && (
        <p className="mt-4 text-sm text-ink-soft">And {formatNumber(owners.length - 6)} more.</p>
      )}
    </>
  );
}

function entriesOf(holders: readonly UnitHolder[]) {
  return holders.flatMap((holder) => [
    {
      id: `${holder.buyer}-held`,
      title: `Reserved for buyer ${formatNumber(holder.buyer)}`,
      time: formatDuration(holder.reservedAtMs),
      detail: holder.sawQuantity === null ? undefined : `who had read “${holder.sawQuantity} left”`,
    },
    ...(holder.endedAtMs === null
      ? []
      : [
          {
            id: `${holder.buyer}-ended`,
            title: endings[holder.outcome] ?? holder.outcome,
            time: formatDuration(holder.endedAtMs),
            detail: holder.outcome === 'claimed' ? formatMoney(holder.amountMinor, CURRENCY) : undefined,
            tone: holder.outcome === 'claimed' ? ('good' as const) : ('neutral' as const),
          },
        ]),
  ]);
}
