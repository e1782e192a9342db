/** One statement in its session's column: the text, and what became of it. */
import clsx from 'clsx';
import { Check, Hourglass, X } from 'lucide-react';
import type { SqlLine } from '@/components/sql-highlight';
import { SqlLines } from '@/components/sql-lines';
import { ScrollFrame } from '@/components/ui/scroll-frame';
import type { LabSnapshot } from '@/lab/index';

type LogLine = LabSnapshot['log'][number];

/** A statement of the visitor's own, not classified. */
export const plainLines = (sql: string): SqlLine[] =>
  sql.split('\n').map((text) => ({ tokens: [{ kind: 'plain', text }], isMarked: false }));

interface StatementCellProps {
  sql: SqlLine[] | undefined;
  /** Undefined for the statement that is about to run. */
  line?: LogLine;
  waitsFor: readonly string[];
}

export function StatementCell({ sql, line, waitsFor }: StatementCellProps) {
  return (
    <div
      className={clsx(
        'min-w-0 overflow-hidden rounded-md border bg-surface',
        line ? 'border-line' : 'border-accent ring-2 ring-accent/25',
      )}
    >
      {sql ? (
        <ScrollFrame label="Statement" className="py-1.5">
          <SqlLines
            lines={sql}
            className="text-xs! leading-[1.15rem]! [&_code]:w-auto! [&_code]:whitespace-pre-wrap [&_code>span]:-indent-5 [&_code>span]:pr-2! [&_code>span]:pl-9!"
          />
        </ScrollFrame>
      ) : (
        <p className="px-4 py-2 text-xs text-ink-soft italic">
          Nothing is sent: the waiting statement ends by itself.
        </p>
      )}
      {line && <Outcome line={line} waitsFor={waitsFor} />}
    </div>
  );
}

function Outcome({ line, waitsFor }: { line: LogLine; waitsFor: readonly string[] }) {
  const { outcome, says, wasBlocked } = line;
  const isBlocked = outcome.status === 'blocked';
  const Icon = isBlocked ? Hourglass : outcome.status === 'error' ? X : Check;
  return (
    <p
      className={clsx(
        'flex items-start gap-1.5 border-t px-3 py-1.5 text-xs',
        isBlocked && 'bg-warn-soft font-medium text-warn',
        outcome.status === 'error' && 'bg-danger-soft text-danger',
        outcome.status === 'done' && 'text-good',
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      <span className="min-w-0 font-mono break-words">
        {isBlocked ? `waits${waitsFor.length > 0 ? ` for ${waitsFor.join(' and ')}` : ''}` : says}
        {wasBlocked && !isBlocked && <span className="font-sans text-ink-faint"> after waiting</span>}
      </span>
    </p>
  );
}
