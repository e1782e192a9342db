/** The runs that were carried out, newest first, those of one sale together. */
import Link from 'next/link';
import type { LiveRun } from '@/simulator/index';
import { formatDateTime, formatNumber } from '../format';
import { Badge } from '../ui/badge';
import { EmptyState } from '../ui/empty-state';
import { Table, TableMessage, Td, Th, Tr } from '../ui/table';
import { stateWords, verdictTones, verdictWords } from './words';

export interface ListedSale {
  firstRunId: number;
  title: string;
  createdAt: string;
  buyers: number;
  stock: number;
  runs: (LiveRun & { name: string })[];
}

export function RunList({ sales }: { sales: readonly ListedSale[] }) {
  return (
    <div className="rounded-lg border bg-surface">
      <Table caption="Sales so far">
        <thead>
          <tr>
            <Th>Sale</Th>
            <Th>Strategy</Th>
            <Th>Verdict</Th>
            <Th isNumeric>Sold, units</Th>
            <Th isNumeric>Stock, units</Th>
            <Th isNumeric>Buyers</Th>
            <Th>When</Th>
          </tr>
        </thead>
        <tbody>
          {sales.length === 0 && (
            <TableMessage columnCount={7}>
              <EmptyState title="No sale has been run yet.">The first one takes half a minute.</EmptyState>
            </TableMessage>
          )}
          {sales.flatMap(({ firstRunId, title, createdAt, buyers, stock, runs }) =>
            runs.map(({ runId, name, state, verdict }, index) => (
              <Tr key={runId}>
                <Td className="whitespace-nowrap">
                  {index === 0 && (
                    <Link href={`/sales/${firstRunId}`} className="link font-medium">
                      {title} {formatNumber(firstRunId)}
                    </Link>
                  )}
                </Td>
                <Td className="whitespace-nowrap">{name}</Td>
                <Td>
                  {verdict && state === 'finished' ? (
                    <Badge tone={verdictTones[verdict.verdict]}>{verdictWords[verdict.verdict]}</Badge>
                  ) : (
                    <Badge>{stateWords[state]}</Badge>
                  )}
                </Td>
                <Td isNumeric>{verdict ? formatNumber(verdict.sold) : ''}</Td>
                <Td isNumeric>{index === 0 && formatNumber(stock)}</Td>
                <Td isNumeric>{index === 0 && formatNumber(buyers)}</Td>
                <Td className="whitespace-nowrap text-ink-soft">
                  {index === 0 && formatDateTime(createdAt)}
                </Td>
              </Tr>
            )),
          )}
        </tbody>
      </Table>
    </div>
  );
}
