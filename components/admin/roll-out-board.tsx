/**
 * The picture of a roll-out: a row a pod, quiet shops above busy ones, a column a state; every shop is a cell that moves to the
 * right as it leaves Redis.
 */
import clsx from 'clsx';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';

export interface BoardColumn {
  readonly state: string;
  readonly name: string;
  readonly decides: 'Redis' | 'MySQL';
}

export interface BoardShop {
  readonly shopId: number;
  readonly name: string;
  readonly state: string;
  /** "120 checkouts" */
  readonly traffic: string;
}

export interface Waiting {
  readonly shopId: number;
  readonly name: string;
  /** The shop's own page about this. */
  readonly href: string;
  readonly why: string;
}

export interface BoardPod {
  readonly podId: number;
  readonly shops: readonly BoardShop[];
  /** "7 shops · 120 checkouts" */
  readonly size: string;
  /** Of the busiest pod's checkouts, from 0 to 1. */
  readonly share: number;
  readonly status: { readonly word: string; readonly tone: 'neutral' | 'accent' | 'warn' | 'good' };
  /** Why shops wait. */
  readonly waiting: readonly Waiting[];
  readonly acts: ReactNode;
}

const fills: Record<string, string> = {
  redis: 'bg-series-umber',
  shadow: 'bg-[linear-gradient(135deg,var(--color-series-umber)_50%,var(--color-good)_50%)]',
  mysql_redis_written: 'border-2 border-series-umber bg-good',
  mysql: 'bg-good',
};

/** More cells than this become a number. */
const MOST_CELLS = 48;

export function RollOutBoard({
  columns,
  pods,
}: {
  columns: readonly BoardColumn[];
  pods: readonly BoardPod[];
}) {
  return (
    <div>
      <Legend columns={columns} />
      <ol className="divide-y">
        {pods.map((pod) => (
          <li key={pod.podId} className="grid gap-x-8 gap-y-3 px-5 py-5 lg:grid-cols-[11rem_minmax(0,1fr)]">
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h3 className="font-semibold">Pod {pod.podId}</h3>
                <Badge tone={pod.status.tone}>{pod.status.word}</Badge>
              </div>
              <p className="mt-1 text-sm text-ink-soft tabular-nums">{pod.size}</p>
              <div aria-hidden="true" className="mt-2 h-1.5 max-w-52 rounded-full bg-line">
                <div
                  className="h-full min-w-1 rounded-full bg-ink-faint"
                  style={{ width: `${pod.share * 100}%` }}
                />
              </div>
            </div>
            <div className="min-w-0">
              <div className="grid grid-cols-4 overflow-hidden rounded-md border">
                {columns.map((column, index) => (
                  <StateCell
                    key={column.state}
                    column={column}
                    isFirst={index === 0}
                    shops={pod.shops.filter(({ state }) => state === column.state)}
                  />
                ))}
              </div>
              {pod.waiting.length > 0 && <WaitingShops shops={pod.waiting} />}
              <div className="mt-3 flex flex-wrap items-start gap-2.5">{pod.acts}</div>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Legend({ columns }: { columns: readonly BoardColumn[] }) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1.5 border-b px-5 py-3 text-xs text-ink-soft">
      {columns.map(({ state, name, decides }) => (
        <li key={state} className="flex items-center gap-2">
          <span aria-hidden="true" className={clsx('size-3 rounded-sm', fills[state])} />
          <span>
            <b className="font-medium text-ink">{name}</b>, {decides} decides
          </span>
        </li>
      ))}
    </ul>
  );
}

function StateCell({
  column,
  shops,
  isFirst,
}: {
  column: BoardColumn;
  shops: readonly BoardShop[];
  isFirst: boolean;
}) {
  const more = shops.length - MOST_CELLS;
  return (
    <div
      className={clsx('min-h-16 min-w-0 p-2.5', !isFirst && 'border-l', shops.length === 0 && 'bg-sunken')}
    >
      <p className="flex items-baseline justify-between gap-2 text-xs text-ink-soft">
        <span className="truncate max-sm:sr-only">{column.name}</span>
        <span className={clsx('tabular-nums', shops.length > 0 && 'font-semibold text-ink')}>
          {shops.length}
        </span>
      </p>
      {shops.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-1">
          {shops.slice(0, MOST_CELLS).map(({ shopId, name, state, traffic }) => (
            <li key={shopId} title={`${name}, ${traffic}`}>
              <span className={clsx('block size-4 rounded-sm', fills[state])} />
              <span className="sr-only">
                {name}, {traffic}
              </span>
            </li>
          ))}
          {more > 0 && <li className="text-xs text-ink-faint">and {more} more</li>}
        </ul>
      )}
    </div>
  );
}

/** More of them than this become a number. */
const MOST_WAITING = 30;

function WaitingShops({ shops }: { shops: readonly Waiting[] }) {
  return (
    <details className="mt-2 text-sm text-ink-soft">
      <summary className="w-fit">
        {shops.length === 1 ? '1 shop waits for its gates' : `${shops.length} shops wait for their gates`}
      </summary>
      <ul className="mt-1.5 space-y-0.5 pl-4">
        {shops.slice(0, MOST_WAITING).map(({ shopId, name, href, why }) => (
          <li key={shopId}>
            <Link href={href} className="link">
              {name}
            </Link>
            : {why}
          </li>
        ))}
        {shops.length > MOST_WAITING && <li>and {shops.length - MOST_WAITING} more</li>}
      </ul>
    </details>
  );
}
