'use client';
/** One level: its books, its units as a grid, the life of the unit that is picked. */
import Link from 'next/link';
import { useState } from 'react';
import type { LevelBooks as LevelBooksSample, LevelSample } from '@/app/api/live/snapshot';
import { formatCount, formatNumber } from '@/components/format';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { UnitGrid } from '@/components/unit-grid';
import type { Unit } from '@/components/unit-state';
import type { UnitLock } from '@/db/panel/lock-picture';
import type { OpenTransaction } from '@/db/panel/transactions';
import type { UnitWindow } from '@/db/panel/units';
import { LevelBooks } from './level-books';
import { UnitLife } from './unit-life';
import { useAnswer } from './use-answer';
import { WideDialog } from './wide-dialog';

interface LevelDialogProps {
  level: LevelSample;
  query: string;
  unitLocks: readonly UnitLock[];
  transactions: ReadonlyMap<number, OpenTransaction>;
  /** Where the merchant reads the ledger of this level; null for a run. */
  ledgerHref: string | null;
  isPaused: boolean;
  onClose: () => void;
}

const everyMs = 2_000;

export function LevelDialog(props: LevelDialogProps) {
  const { level, query, unitLocks, transactions, ledgerHref, isPaused, onClose } = props;
  const [beforeId, setBeforeId] = useState<number | null>(null);
  const [unitId, setUnitId] = useState<number | null>(null);
  const { inventoryItemId, inventoryGroupId, books } = level;
  const levelQuery = `${query}&item=${inventoryItemId}&group=${inventoryGroupId}`;
  const address = `/api/live/units?${levelQuery}`;
  const answer = useAnswer<UnitWindow>(
    beforeId === null ? address : `${address}&before=${beforeId}`,
    isPaused ? undefined : everyMs,
  );
  const place = level.location || `group ${inventoryGroupId}`;
  const title = `${level.title || `Item ${inventoryItemId}`} in ${place}`;
  const keyOf = (id: number) => `${inventoryItemId}:${inventoryGroupId}:${id}`;
  const locked = new Set(unitLocks.flatMap((lock) => (lock.place === 'pool' ? lock.key : [])));
  return (
    <WideDialog
      title={title}
      onClose={onClose}
      description={`${formatCount(level.pooled ?? 0, 'unit')} in the pool, ${formatNumber(level.unpooled)} unpooled, ${formatNumber(level.held)} held; cap ${formatNumber(level.poolCap)}, refilled at ${formatNumber(level.lowWaterMark)}.`}
    >
      {books && (
        <Notice
          tone={books.isSound ? 'good' : 'danger'}
          title={books.isSound ? 'The books balance' : 'The books don’t add up'}
        >
          <span className="tabular-nums">
            ledger {formatNumber(books.ledger)} {isEven(books) ? '=' : '≠'} unpooled{' '}
            {formatNumber(books.unpooled)} + pool {formatNumber(books.pooled)} + held{' '}
            {formatNumber(books.reserved)}
          </span>{' '}
          at {books.at.slice(11, 19)} UTC, read in one statement.{' '}
          {ledgerHref && (
            <Link href={ledgerHref} className="link">
              Open the ledger
            </Link>
          )}
          {books.problems.map((problem) => (
            <span key={problem} className="block font-medium text-ink">
              {problem}
            </span>
          ))}
        </Notice>
      )}
      {books && !books.isSound && <LevelBooks query={levelQuery} isSound={false} onSelect={setUnitId} />}
      <div className="mt-5 grid gap-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0">
          {answer.state === 'loading' && <p className="text-sm text-ink-soft">Reading the units…</p>}
          {answer.state === 'failed' && (
            <p className="text-sm text-danger">The units could not be read: {answer.message}</p>
          )}
          {answer.state === 'read' && (
            <Units
              window={answer.value}
              title={title}
              isLocked={(id) => locked.has(keyOf(id))}
              selectedId={unitId}
              onSelect={setUnitId}
              onBefore={setBeforeId}
            />
          )}
        </div>
        <UnitLife
          unitId={unitId}
          url={unitId === null ? null : `${address}&unit=${unitId}`}
          level={level}
          locks={unitId === null ? [] : unitLocks.filter(({ key }) => key === keyOf(unitId))}
          transactions={transactions}
        />
      </div>
      {books?.isSound && <LevelBooks query={levelQuery} isSound onSelect={setUnitId} />}
    </WideDialog>
  );
}

const isEven = ({ ledger, unpooled, pooled, reserved }: LevelBooksSample) =>
  ledger === unpooled + pooled + reserved;

interface UnitsProps {
  window: UnitWindow;
  title: string;
  isLocked: (id: number) => boolean;
  selectedId: number | null;
  onSelect: (id: number) => void;
  onBefore: (id: number | null) => void;
}

function Units({ window, title, isLocked, selectedId, onSelect, onBefore }: UnitsProps) {
  const { fromId, nextUnitId } = window;
  const units: Unit[] = window.units.map((unit) =>
    unit.state === 'free' && isLocked(unit.id) ? { ...unit, state: 'locked' } : { ...unit },
  );
  if (nextUnitId <= 1) {
    return <p className="text-sm text-ink-soft">No unit of this level was laid out as a row yet.</p>;
  }
  const last = units.at(-1)?.id ?? fromId;
  return (
    <>
      <UnitGrid units={units} label={title} onSelect={onSelect} selectedId={selectedId} />
      <p className="mt-4 flex flex-wrap items-center gap-3 text-xs text-ink-soft tabular-nums">
        Units {formatNumber(fromId)} to {formatNumber(last)} of {formatNumber(nextUnitId - 1)} numbered so far
        {fromId > 1 && (
          <Button tone="outline" size="sm" onClick={() => onBefore(fromId)}>
            Older units
          </Button>
        )}
        {last < nextUnitId - 1 && (
          <Button tone="outline" size="sm" onClick={() => onBefore(null)}>
            Newest units
          </Button>
        )}
      </p>
    </>
  );
}
