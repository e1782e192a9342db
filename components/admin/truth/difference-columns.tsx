/** What a reserve looked like from both sides when they decided differently. */
import Link from 'next/link';
import type { Column } from '@/components/admin/data-table';
import { formatDateTime } from '@/components/format';
import { Badge } from '@/components/ui/badge';
import type { DifferenceRow } from '@/db/queries/admin-truth';
import { reasonTexts } from './differences';

const decisionWords: Readonly<Record<DifferenceRow['redisDecision' | 'mysqlDecision'], string>> = {
  reserved: 'reserved',
  refused: 'refused',
  sold_out: 'sold out',
  all_held: 'all held',
};

export function differenceColumns(root: string): Column<DifferenceRow>[] {
  return [
    {
      key: 'time',
      heading: 'When',
      cell: (row) => <span className="whitespace-nowrap text-ink-soft">{formatDateTime(row.createdAt)}</span>,
    },
    {
      key: 'wanted',
      heading: 'Wanted',
      cell: (row) => (
        <ul>
          {row.items.map(({ inventoryItemId, sku, wanted }) => (
            <li key={inventoryItemId} className="whitespace-nowrap">
              {wanted} ×{' '}
              <Link href={`${root}/inventory/${inventoryItemId}`} className="link font-mono text-xs">
                {sku ?? inventoryItemId}
              </Link>
            </li>
          ))}
        </ul>
      ),
    },
    {
      key: 'redis',
      heading: 'Redis',
      cell: (row) => (
        <Side
          decision={decisionWords[row.redisDecision]}
          seen={row.items.map(({ redisFree, redisHeld }) =>
            redisFree === null ? 'no counter' : onHand(redisFree, redisHeld),
          )}
        />
      ),
    },
    {
      key: 'mysql',
      heading: 'MySQL',
      cell: (row) => (
        <Side
          decision={decisionWords[row.mysqlDecision]}
          seen={row.items.map(({ mysqlFree, mysqlHeld, mysqlServing }) => {
            const elsewhere = mysqlServing < mysqlFree ? `, ${mysqlServing} for this region` : '';
            return `${onHand(mysqlFree, mysqlHeld)}${elsewhere}`;
          })}
        />
      ),
    },
    {
      key: 'reason',
      heading: 'Reason',
      cell: (row) => (
        <span title={reasonTexts[row.reason].says}>
          <Badge tone={reasonTexts[row.reason].tone}>{row.reason}</Badge>
        </span>
      ),
    },
    {
      key: 'checkout',
      heading: 'Checkout',
      cell: (row) => <span className="font-mono text-xs text-ink-soft">{row.checkoutId.slice(-12)}</span>,
    },
  ];
}

/** Where the two sums differ, no moment explains it. */
const onHand = (free: number, held: number) => `${free} free + ${held} held = ${free + held}`;

/** A decision, and below it the counts of the look that followed. */
function Side({ decision, seen }: { decision: string; seen: readonly string[] }) {
  return (
    <span className="block min-w-28">
      <span className="font-medium">{decision}</span>
      {seen.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one row, which never change places
        <span key={index} className="block text-xs text-ink-soft tabular-nums">
          {text}
        </span>
      ))}
    </span>
  );
}
