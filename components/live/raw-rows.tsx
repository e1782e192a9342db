'use client';
/** The rows behind a part, as the server gives them, under the statement that reads them. */
import { type ReactNode, useState } from 'react';
import { formatCount } from '@/components/format';
import { Button } from '@/components/ui/button';
import { ScrollFrame } from '@/components/ui/scroll-frame';
import { useAnswer } from './use-answer';
import { WideDialog } from './wide-dialog';

interface RawRowsProps {
  /** Name of the part in /api/live/raw, and what the rows are. */
  of: string;
  title: string;
  /** `?shop=1&run=12` of what is looked at. */
  query: string;
  statement: ReactNode;
}

type Rows = { rows: Record<string, unknown>[]; skipped?: undefined } | { skipped: string; rows?: undefined };

export function RawRows({ of, title, query, statement }: RawRowsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button tone="quiet" size="sm" className="-mr-2 text-ink-soft" onClick={() => setIsOpen(true)}>
        Raw rows
      </Button>
      {isOpen && (
        <WideDialog title={title} onClose={() => setIsOpen(false)}>
          {statement}
          <RowTable url={`/api/live/raw?of=${of}&${query}`} title={title} />
        </WideDialog>
      )}
    </>
  );
}

function RowTable({ url, title }: { url: string; title: string }) {
  const answer = useAnswer<Rows>(url);
  if (answer.state === 'loading') return <p className="mt-5 text-sm text-ink-soft">Reading…</p>;
  if (answer.state === 'failed') {
    return <p className="mt-5 text-sm text-danger">Could not be read: {answer.message}</p>;
  }
  const { rows, skipped } = answer.value;
  if (skipped !== undefined) return <p className="mt-5 text-sm text-ink-soft">Skipped: {skipped}</p>;
  const columns = Object.keys(rows[0] ?? {});
  return (
    <div className="mt-5">
      <p className="text-xs text-ink-faint">
        {rows.length === 0 ? 'No rows.' : `${formatCount(rows.length, 'row')}, read just now.`}
      </p>
      {rows.length > 0 && (
        <ScrollFrame label={title} className="mt-2 max-h-96 overflow-y-auto rounded-md border">
          <table className="min-w-full border-collapse font-mono text-xs">
            <thead>
              <tr>
                {columns.map((column) => (
                  <th
                    key={column}
                    scope="col"
                    className="sticky top-0 bg-sunken px-3 py-1.5 text-left font-medium whitespace-nowrap"
                  >
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows are shown once and never change
                <tr key={index} className="border-t align-top">
                  {columns.map((column) => (
                    <td key={column} className="max-w-[40rem] px-3 py-1 whitespace-pre">
                      {row[column] === null ? 'NULL' : String(row[column])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      )}
    </div>
  );
}
