'use client';
/** The levels of an item with what can be done to each; every change opens a form beside the figures it is about. */
import { useState } from 'react';
import { formatNumber } from '@/components/format';
import { Badge } from '@/components/ui/badge';
import { Menu } from '@/components/ui/menu';
import { Table, TableMessage, Td, Th, Tr } from '@/components/ui/table';
import { type StockChangeKind, StockDialog } from './stock-dialog';

export interface LevelView {
  locationId: number;
  name: string;
  status: 'active' | 'draining' | 'inactive';
  /** The item has been stocked here before. */
  isStocked: boolean;
  onHand: number;
  available: number;
  held: number;
  pooled: number;
  unpooled: number;
  poolCap: number;
  problems: string[];
}

interface LevelTableProps {
  shop: string;
  inventoryItemId: number;
  sku: string;
  levels: LevelView[];
}

export function LevelTable({ shop, inventoryItemId, sku, levels }: LevelTableProps) {
  const [open, setOpen] = useState<{ kind: StockChangeKind; locationId: number } | null>(null);
  const target = levels.find((level) => level.locationId === open?.locationId);
  return (
    <>
      <Table caption="Stock of this item by location">
        <thead>
          <tr>
            <Th>Location</Th>
            <Th isNumeric>On hand</Th>
            <Th isNumeric>Available</Th>
            <Th isNumeric>Held</Th>
            <Th isNumeric>Pool</Th>
            <Th isNumeric>Unpooled</Th>
            <Th>Books</Th>
            <Th>
              <span className="sr-only">Changes</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {levels.map((level) => (
            <Tr key={level.locationId}>
              <Td className="whitespace-nowrap">
                <span className="font-medium">{level.name}</span>
                {level.status !== 'active' && (
                  <span className="ml-2">
                    <Badge tone="warn">{level.status}</Badge>
                  </span>
                )}
              </Td>
              <Td isNumeric className="font-medium">
                {formatNumber(level.onHand)}
              </Td>
              <Td isNumeric>{formatNumber(level.available)}</Td>
              <Td isNumeric>{formatNumber(level.held)}</Td>
              <Td isNumeric>
                {formatNumber(level.pooled)}
                <span className="text-ink-faint"> of {formatNumber(level.poolCap)}</span>
              </Td>
              <Td isNumeric>{formatNumber(level.unpooled)}</Td>
              <Td>
                <Books level={level} />
              </Td>
              <Td className="text-right">
                <Menu
                  label={
                    <>
                      Change<span className="sr-only"> stock in {level.name}</span>
                    </>
                  }
                  groups={[
                    [
                      {
                        label: 'Receive units',
                        isDisabled: level.status === 'inactive',
                        onSelect: () => setOpen({ kind: 'receive', locationId: level.locationId }),
                      },
                      {
                        label: 'Adjust with a reason',
                        isDisabled: !level.isStocked,
                        onSelect: () => setOpen({ kind: 'adjust', locationId: level.locationId }),
                      },
                      {
                        label: 'Set a count',
                        isDisabled: !level.isStocked,
                        onSelect: () => setOpen({ kind: 'count', locationId: level.locationId }),
                      },
                    ],
                    [
                      {
                        label: 'Ship to another location',
                        href: `/admin/${shop}/transfers/new?from=${level.locationId}&sku=${encodeURIComponent(sku)}`,
                      },
                      {
                        label: 'Move at once',
                        isDisabled: level.available === 0 || levels.length < 2,
                        onSelect: () => setOpen({ kind: 'move', locationId: level.locationId }),
                      },
                    ],
                  ]}
                />
              </Td>
            </Tr>
          ))}
          {levels.length === 0 && <TableMessage columnCount={8}>This shop has no location yet.</TableMessage>}
        </tbody>
      </Table>
      {open && target && (
        <StockDialog
          // Another form for another change: what was typed for the one is not for the other.
          key={`${open.kind}-${open.locationId}`}
          kind={open.kind}
          shop={shop}
          inventoryItemId={inventoryItemId}
          level={target}
          destinations={levels.filter(
            ({ locationId, status }) => locationId !== target.locationId && status !== 'inactive',
          )}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** Whether ledger, pool, holds and the rest agree, as the auditor sees it. */
function Books({ level }: { level: LevelView }) {
  if (!level.isStocked) return <span className="text-ink-faint">not stocked</span>;
  if (level.problems.length === 0) return <Badge tone="good">balance</Badge>;
  return <Badge tone="danger">{level.problems.join('; ')}</Badge>;
}
