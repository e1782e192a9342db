'use client';
/** The ledger of a level by reason and, behind a red light, the rows that contradict each other. */
import { formatCount, formatNumber } from '@/components/format';
import { Table, Td, Th, Tr } from '@/components/ui/table';
import type { BooksAnswer } from '@/db/panel/books';
import { useAnswer } from './use-answer';

interface LevelBooksProps {
  query: string;
  isSound: boolean;
  onSelect: (unitId: number) => void;
}

export function LevelBooks({ query, isSound, onSelect }: LevelBooksProps) {
  const answer = useAnswer<BooksAnswer>(`/api/live/books?${query}`);
  if (answer.state === 'loading') return <p className="mt-4 text-sm text-ink-soft">Reading the rows…</p>;
  if (answer.state === 'failed') {
    return <p className="mt-4 text-sm text-danger">The rows could not be read: {answer.message}</p>;
  }
  const { rows, isCut, ledger } = answer.value;
  return (
    <div className="mt-4 grid gap-5 lg:grid-cols-2">
      {!isSound && (
        <div className="rounded-md border">
          <Table caption="Units that contradict each other" hasVisibleCaption>
            <thead>
              <tr>
                <Th isNumeric>Unit</Th>
                <Th>Where it is</Th>
                <Th>Hold</Th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Tr key={`${row.what} ${row.unitId}`} data-testid={`disagrees-${row.unitId}`}>
                  <Td isNumeric>
                    <button type="button" className="link" onClick={() => onSelect(row.unitId)}>
                      {formatNumber(row.unitId)}
                    </button>
                  </Td>
                  <Td>{row.what}</Td>
                  <Td className="font-mono text-xs">{row.reservationId?.slice(-8) ?? '–'}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
          {rows.length === 0 && (
            <p className="px-5 py-3 text-sm text-ink-soft">
              No unit is in two places: a row is missing, or the ledger has an entry too many.
            </p>
          )}
          {isCut && (
            <p className="px-5 py-3 text-xs text-ink-faint">Only the first {rows.length} are listed.</p>
          )}
        </div>
      )}
      <div className="rounded-md border">
        <Table caption="The ledger, by reason" hasVisibleCaption>
          <thead>
            <tr>
              <Th>Reason</Th>
              <Th isNumeric>Entries</Th>
              <Th isNumeric>Units</Th>
            </tr>
          </thead>
          <tbody>
            {ledger.map((sum) => (
              <Tr key={sum.reason}>
                <Td>{sum.reason}</Td>
                <Td isNumeric>{formatNumber(sum.entries)}</Td>
                <Td isNumeric>{formatNumber(sum.delta)}</Td>
              </Tr>
            ))}
            <Tr>
              <Td className="font-medium">Together</Td>
              <Td isNumeric>{formatNumber(ledger.reduce((total, { entries }) => total + entries, 0))}</Td>
              <Td isNumeric className="font-medium">
                {formatCount(
                  ledger.reduce((total, { delta }) => total + delta, 0),
                  'unit',
                )}
              </Td>
            </Tr>
          </tbody>
        </Table>
      </div>
    </div>
  );
}
