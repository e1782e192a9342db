'use client';
/** A sale that is going on: the crowd, the hot pool, the figures, and how far it is. When it is over, the report takes its place. */
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import type { Figures, LiveSale as LiveSaleData } from '@/simulator/index';
import { formatCount, formatDuration, formatNumber } from '../format';
import { Notice } from '../ui/notice';
import { Progress } from '../ui/progress';
import { Skeleton } from '../ui/skeleton';
import { Crowd } from './crowd';
import { HotPool } from './hot-pool';
import { LiveCharts } from './live-charts';
import { LiveFigures } from './live-figures';
import { RunSteps } from './run-steps';
import { useSaleEvents } from './sale-events';
import { StopSale } from './stop-sale';

interface LiveSaleProps {
  initial: LiveSaleData;
  /** Names of the strategies, by run. */
  names: Record<number, string>;
  buyers: number;
  stock: number;
  /** Whether every buyer wants one unit, so that a unit is a seat. */
  isOneEach: boolean;
  /** Units of the level whose grid is shown, and what it is. */
  hotUnits: number;
  hotLabel: string;
  /** Figures from before this page was opened. */
  history: Figures[];
  stop: () => Promise<void>;
}

/** A minute of four frames a second. */
const MOST_FIGURES = 240;

export function LiveSale(props: LiveSaleProps) {
  const { initial, names, buyers, stock, isOneEach, hotUnits, hotLabel, history, stop } = props;
  const { sale, connection } = useSaleEvents(initial);
  const router = useRouter();
  const figures = useFigures(sale, history);
  const { frame } = sale;
  const running = sale.runs.findLast(({ state }) => state !== 'queued') ?? sale.runs[0];

  useEffect(() => {
    if (sale.isOver) router.refresh();
  }, [sale.isOver, router]);

  const current = frame?.figures;
  const isThisRun = frame !== null && frame.runId === running?.runId;
  return (
    <div className="space-y-8">
      <RunSteps runs={sale.runs} names={names} currentRunId={running?.runId} />
      <div className="flex flex-wrap items-end gap-x-8 gap-y-4">
        <div className="min-w-60 flex-1">
          <Progress
            label={
              running?.state === 'selling' && isThisRun
                ? 'Selling'
                : running?.state === 'judging'
                  ? 'Reading the tables'
                  : 'Setting up'
            }
            value={Math.round((isThisRun ? frame.progress : 0) * buyers)}
            max={buyers}
            text={
              isThisRun
                ? `${formatNumber(Math.round(frame.progress * buyers))} of ${formatCount(buyers, 'buyer')} done, about ${formatDuration(Math.max(1000, Math.round(frame.msLeft / 1000) * 1000))} left`
                : running?.state === 'selling'
                  ? 'Opening the doors'
                  : 'Making a database of its own and laying out the stock'
            }
          />
        </div>
        <StopSale stop={stop} />
      </div>
      {connection === 'lost' && (
        <Notice
          tone="warn"
          title="The connection to the server is gone. Trying again; the sale goes on without this page."
        />
      )}
      {current && isThisRun ? (
        <>
          <Crowd
            runId={frame.runId}
            buyers={current.buyers}
            total={buyers}
            seats={isOneEach ? stock : null}
            oversold={Math.max(0, current.sold - stock)}
          />
          <LiveFigures figures={current} stock={stock} />
          <HotPool board={frame.board} units={hotUnits} label={hotLabel} unpooled={current.unpooled} />
          <LiveCharts figures={figures} strategy={frame.strategy} />
        </>
      ) : (
        <Skeleton className="h-[25rem] w-full" />
      )}
    </div>
  );
}

/** The figures of the run that is shown: what was there when the page came, and each frame since. */
function useFigures(sale: LiveSaleData, history: Figures[]): Figures[] {
  const { frame } = sale;
  const [figures, setFigures] = useState(history);
  const runId = useRef(frame?.runId);
  const sequence = useRef(frame?.sequence ?? 0);

  useEffect(() => {
    if (!frame) return;
    if (frame.runId !== runId.current) {
      runId.current = frame.runId;
      sequence.current = frame.sequence;
      setFigures([frame.figures]);
    } else if (frame.sequence > sequence.current) {
      sequence.current = frame.sequence;
      setFigures((before) => [...before.slice(-(MOST_FIGURES - 1)), frame.figures]);
    }
  }, [frame]);
  return figures;
}
