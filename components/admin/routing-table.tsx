/** Why each location was chosen or passed over when the units were held, with the figures of that moment. */
import { formatNumber } from '@/components/format';
import { Badge } from '@/components/ui/badge';
import { Table, TableMessage, Td, Th, Tr } from '@/components/ui/table';

export interface RoutingRow {
  name: string;
  isChosen: boolean;
  /** A sentence, or the end of one that starts with the location's name. */
  why: string;
  wanted: number;
  available: number;
  taken: number;
}

export function RoutingTable({ rows }: { rows: RoutingRow[] }) {
  return (
    <Table caption="Routing of this order">
      <thead>
        <tr>
          <Th>Location</Th>
          <Th>Verdict</Th>
          <Th>Why</Th>
          <Th isNumeric>Wanted</Th>
          <Th isNumeric>Had</Th>
          <Th isNumeric>Sends</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.name}>
            <Td className="font-medium whitespace-nowrap">{row.name}</Td>
            <Td>{row.isChosen ? <Badge tone="good">chosen</Badge> : <Badge>passed over</Badge>}</Td>
            <Td className="min-w-56 text-ink-soft">{row.why}</Td>
            <Td isNumeric>{formatNumber(row.wanted)}</Td>
            <Td isNumeric>{formatNumber(row.available)}</Td>
            <Td isNumeric>{formatNumber(row.taken)}</Td>
          </Tr>
        ))}
        {rows.length === 0 && <TableMessage columnCount={6}>No units were held for this order.</TableMessage>}
      </tbody>
    </Table>
  );
}
