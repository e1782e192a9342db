'use client';
/** The table of anomalies: each cell is a scenario of its own, run on the server when asked for, and open to be stepped. */
import clsx from 'clsx';
import Link from 'next/link';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Table, Th } from '@/components/ui/table';
import { askTo, askToOpen, type Heard, sayGoodbye } from './lab-client';

export interface MatrixCellView {
  readonly id: string;
  readonly row: string;
  readonly column: string;
  /** What it comes to where every step does as the scenario says. */
  readonly verdict: string;
  readonly isHarmful: boolean;
}

interface MatrixRunnerProps {
  rows: readonly string[];
  columns: readonly string[];
  cells: readonly MatrixCellView[];
}

type CellResult = { kind: 'held' } | { kind: 'differs' } | { kind: 'failed'; reason: string };

async function runCell(id: string): Promise<CellResult> {
  let heard: Heard = await askToOpen(id);
  while (heard.outcome === 'open' && !heard.lab.isOver) heard = await askTo(heard.lab.id, { do: 'step' });
  if (heard.outcome !== 'open') {
    const reason = 'reason' in heard ? heard.reason : `The lab is ${heard.outcome}.`;
    return { kind: 'failed', reason };
  }
  sayGoodbye(heard.lab.id);
  return { kind: heard.lab.steps.every((step) => step.differences.length === 0) ? 'held' : 'differs' };
}

export function MatrixRunner({ rows, columns, cells }: MatrixRunnerProps) {
  const [results, setResults] = useState<ReadonlyMap<string, CellResult>>(new Map());
  const [running, setRunning] = useState<string>();
  const inHand = useRef(false);

  const run = async (ids: readonly string[]) => {
    if (inHand.current) return;
    inHand.current = true;
    for (const id of ids) {
      setRunning(id);
      const result = await runCell(id);
      setResults((known) => new Map(known).set(id, result));
      if (result.kind === 'failed') break;
    }
    setRunning(undefined);
    inHand.current = false;
  };

  return (
    <div>
      <div className="flex flex-wrap items-center gap-3">
        <Button isPending={running !== undefined} onClick={() => void run(cells.map(({ id }) => id))}>
          Run all {cells.length}
        </Button>
        <output aria-live="polite" className="text-sm text-ink-soft">
          {running
            ? `Running ${results.size + 1} of ${cells.length}`
            : `${results.size} of ${cells.length} run`}
        </output>
      </div>
      <div className="mt-4 rounded-lg border bg-surface">
        <Table caption="Anomalies under the four isolation levels, as run on this server">
          <thead>
            <tr>
              <Th>Anomaly</Th>
              {columns.map((column) => (
                <Th key={column} className="font-mono">
                  {column}
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row} className="border-t">
                <th scope="row" className="px-5 py-3 text-left text-sm font-medium whitespace-nowrap">
                  {row}
                </th>
                {columns.map((column) => {
                  const cell = cells.find(
                    (candidate) => candidate.row === row && candidate.column === column,
                  );
                  return (
                    <td key={column} className="px-4 py-3 align-top">
                      {cell && (
                        <Cell
                          cell={cell}
                          result={results.get(cell.id)}
                          isRunning={running === cell.id}
                          onRun={() => void run([cell.id])}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </div>
  );
}

interface CellProps {
  cell: MatrixCellView;
  result: CellResult | undefined;
  isRunning: boolean;
  onRun: () => void;
}

function Cell({ cell, result, isRunning, onRun }: CellProps) {
  const name = `${cell.row}, ${cell.column}`;
  return (
    <div className="min-w-36 space-y-1 text-sm">
      <p
        data-cell={cell.id}
        className={clsx(
          'min-h-5 font-medium',
          result?.kind === 'held' && (cell.isHarmful ? 'text-danger' : 'text-good'),
          result && result.kind !== 'held' && 'text-warn',
        )}
      >
        {isRunning && <span className="text-ink-faint">running …</span>}
        {!isRunning && !result && <span className="text-ink-faint">not run yet</span>}
        {!isRunning && result?.kind === 'held' && cell.verdict}
        {!isRunning && result?.kind === 'differs' && 'otherwise than claimed'}
        {!isRunning && result?.kind === 'failed' && result.reason}
      </p>
      <p className="flex gap-3 text-xs text-ink-soft">
        <button type="button" className="link" aria-label={`Run ${name}`} onClick={onRun}>
          run
        </button>
        <Link className="link" href={`/lab/${cell.id}`} aria-label={`Step ${name}`}>
          step
        </Link>
      </p>
    </div>
  );
}
