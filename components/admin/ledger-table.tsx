/** Ledger entries, newest first: what, how many, who, why, and what caused it. */
import Link from 'next/link';
import { formatDateTime, formatNumber } from '@/components/format';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { Table, TableMessage, Td, Th, Tr } from '@/components/ui/table';

export interface LedgerTableRow {
  createdAt: Date;
  reason: 'received' | 'sold' | 'adjusted' | 'returned' | 'transferred';
  delta: number;
  location: string;
  actor: string;
  note: string;
  referenceId: string;
  /** Where all that this reference moved can be seen. */
  href: string;
}

/** Entries as the table shows them: with the location's name and the way to all that the reference moved. */
export function toLedgerRows(
  entries: readonly (Omit<LedgerTableRow, 'location' | 'href'> & { locationId: number })[],
  locationNames: ReadonlyMap<number, string>,
  ledgerPath: string,
): LedgerTableRow[] {
  return entries.map((entry) => ({
    ...entry,
    location: locationNames.get(entry.locationId) ?? '',
    href: `${ledgerPath}?reference=${entry.referenceId}`,
  }));
}

const tones: Record<LedgerTableRow['reason'], BadgeTone> = {
  received: 'good',
  sold: 'neutral',
  adjusted: 'warn',
  returned: 'good',
  transferred: 'accent',
};

interface LedgerTableProps {
  rows: readonly LedgerTableRow[];
  /** The rows are those that a filter left. */
  isNarrowed?: boolean;
}

export function LedgerTable({ rows, isNarrowed = false }: LedgerTableProps) {
  return (
    <Table caption="Ledger entries, newest first">
      <thead>
        <tr>
          <Th>When</Th>
          <Th>Reason</Th>
          <Th isNumeric>Units</Th>
          <Th>Location</Th>
          <Th>Who</Th>
          <Th>Why</Th>
          <Th>Reference</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={`${row.location} ${row.reason} ${row.referenceId}`}>
            <Td className="whitespace-nowrap text-ink-soft">
              <time dateTime={row.createdAt.toISOString()}>{formatDateTime(row.createdAt)}</time>
            </Td>
            <Td>
              <Badge tone={tones[row.reason]}>{row.reason}</Badge>
            </Td>
            <Td isNumeric className="font-medium">
              {row.delta > 0 ? '+' : '−'}
              {formatNumber(Math.abs(row.delta))}
            </Td>
            <Td className="whitespace-nowrap">{row.location}</Td>
            <Td className="whitespace-nowrap">{row.actor}</Td>
            <Td className="min-w-40 break-words">{row.note}</Td>
            <Td className="font-mono text-xs whitespace-nowrap text-ink-soft">
              <Link href={row.href} className="link" title={row.referenceId}>
                {row.referenceId.slice(0, 8)}…{row.referenceId.slice(-4)}
              </Link>
            </Td>
          </Tr>
        ))}
        {rows.length === 0 && (
          <TableMessage columnCount={7}>
            {isNarrowed ? (
              <EmptyState title="Nothing matches.">No entry of this item is of that kind.</EmptyState>
            ) : (
              <EmptyState title="No entries.">Nothing was received, sold or changed here.</EmptyState>
            )}
          </TableMessage>
        )}
      </tbody>
    </Table>
  );
}
