/** The rows of a transfer inside a step's transaction: locked, compared with what was seen, moved on, recorded. */
import { and, eq, sql } from 'drizzle-orm';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import type { Database } from '@/db/database';
import { inventoryLedger, locations, transferLines, transfers } from '@/db/schema';
import type { Transaction } from '@/db/transaction';
import type { FreightLine, LandLine } from '@/engine/index';
import { type Author, recordChange } from './record-change';
import { Refusal } from './refusal';

export interface TransferKey {
  readonly transferId: string;
  /** The version that was seen. */
  readonly version: number;
}

export const sumOf = (lines: readonly FreightLine[]) =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

export const lineKey = (shopId: number, transferId: string, inventoryItemId: number) =>
  and(
    eq(transferLines.shopId, shopId),
    eq(transferLines.transferId, transferId),
    eq(transferLines.inventoryItemId, inventoryItemId),
  );

/**
 * Locks the transfer and sees to it that it is as it was seen.
 *
 * Throws: Refusal `already_done` for a delivery that was booked before, `changed` when somebody was faster.
 */
export async function beginStep(
  tx: Transaction,
  { shopId }: Author,
  { transferId, version }: TransferKey,
  status: 'planned' | 'shipped',
  referenceId?: string,
  groupId?: number,
): Promise<MySql2Database> {
  const builder = await tx.builder();
  const [now] = await builder
    .select({ status: transfers.status, version: transfers.version })
    .from(transfers)
    .where(and(eq(transfers.shopId, shopId), eq(transfers.transferId, transferId)))
    .for('update');
  if (!now) throw new Refusal('not_found');
  if (referenceId !== undefined && (await isBooked(builder, shopId, transferId, referenceId, groupId ?? 0))) {
    throw new Refusal('already_done');
  }
  if (now.status !== status || now.version !== version) throw new Refusal('changed');
  return builder;
}

async function isBooked(
  builder: MySql2Database,
  shopId: number,
  transferId: string,
  referenceId: string,
  groupId: number,
): Promise<boolean> {
  const [entry] = await builder
    .select({ delta: inventoryLedger.delta })
    .from(transferLines)
    .innerJoin(
      inventoryLedger,
      and(
        eq(inventoryLedger.shopId, transferLines.shopId),
        eq(inventoryLedger.inventoryItemId, transferLines.inventoryItemId),
        eq(inventoryLedger.inventoryGroupId, groupId),
        eq(inventoryLedger.reason, 'transferred'),
        eq(inventoryLedger.referenceId, referenceId),
      ),
    )
    .where(and(eq(transferLines.shopId, shopId), eq(transferLines.transferId, transferId)))
    .limit(1);
  return entry !== undefined;
}

export async function moveTransfer(
  builder: MySql2Database,
  { shopId }: Author,
  { transferId }: TransferKey,
  changes: Record<string, unknown>,
): Promise<void> {
  await builder
    .update(transfers)
    .set({ ...changes, version: sql`version + 1` })
    .where(and(eq(transfers.shopId, shopId), eq(transfers.transferId, transferId)));
}

/** Throws: Refusal `too_many` when more arrives than is on the way. */
export async function addToLines(
  builder: MySql2Database,
  shopId: number,
  transferId: string,
  lines: readonly LandLine[],
): Promise<void> {
  for (const { inventoryItemId, quantity, missing = 0 } of lines) {
    const [result] = await builder
      .update(transferLines)
      .set({ received: sql`received + ${quantity}`, missing: sql`missing + ${missing}` })
      .where(
        and(
          lineKey(shopId, transferId, inventoryItemId),
          sql`quantity - received - missing - returned >= ${quantity + missing}`,
        ),
      );
    if (result.affectedRows !== 1) throw new Refusal('too_many');
  }
}

export async function onTheWay(builder: MySql2Database, shopId: number, transferId: string): Promise<number> {
  const [row] = await builder
    .select({ units: sql<number>`SUM(quantity - received - missing - returned)`.mapWith(Number) })
    .from(transferLines)
    .where(and(eq(transferLines.shopId, shopId), eq(transferLines.transferId, transferId)));
  return row?.units ?? 0;
}

export async function recordStep(
  builder: MySql2Database,
  author: Author,
  transferId: string,
  action: string,
  units?: number,
  reason = '',
): Promise<void> {
  await recordChange(builder, author, {
    subject: 'transfer',
    subjectId: transferId,
    subjectName: `Transfer ${transferId.slice(0, 8)}`,
    action,
    changes: units === undefined ? [] : [{ field: 'units', from: null, to: units }],
    reason,
  });
}

export async function readTransfer(database: Database, shopId: number, transferId: string) {
  return database.read('admin', async (builder) => {
    const [transfer] = await builder
      .select({ fromLocationId: transfers.fromLocationId, toLocationId: transfers.toLocationId })
      .from(transfers)
      .where(and(eq(transfers.shopId, shopId), eq(transfers.transferId, transferId)));
    if (!transfer) return undefined;
    const names = await builder
      .select({ locationId: locations.locationId, name: locations.name })
      .from(locations)
      .where(eq(locations.shopId, shopId));
    const nameOf = (id: number) => names.find(({ locationId }) => locationId === id)?.name ?? '';
    const lines = await builder
      .select({
        inventoryItemId: transferLines.inventoryItemId,
        quantity: transferLines.quantity,
        onTheWay: sql<number>`quantity - received - missing - returned`.mapWith(Number),
      })
      .from(transferLines)
      .where(and(eq(transferLines.shopId, shopId), eq(transferLines.transferId, transferId)));
    return {
      ...transfer,
      lines,
      fromName: nameOf(transfer.fromLocationId),
      toName: nameOf(transfer.toLocationId),
    };
  });
}
