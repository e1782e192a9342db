/**
 * Transfers with their steps. Planning moves nothing; shipping takes the units out of the source's ledger; receiving adds
 * them at the destination, in as many deliveries as it takes; recalling adds what has not arrived at the source. Between
 * shipping and arriving the units are at no location and nobody can buy them; what is on the way and the ledger agree.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { inventoryItems, transferLines, transfers } from '@/db/schema';
import type { Engine, FreightLine, LandLine, LevelFigures } from '@/engine/index';
import { countItem } from './count-levels';
import { keepLocationOpen } from './locked-location';
import { type Author, lastChanges } from './record-change';
import { orRefused, Refusal, type Refused } from './refusal';
import {
  addToLines,
  beginStep,
  lineKey,
  moveTransfer,
  onTheWay,
  readTransfer,
  recordStep,
  sumOf,
  type TransferKey,
} from './transfer-rows';

const MOST_LINES = 200;

export interface TransferPlan {
  readonly fromLocationId: number;
  readonly toLocationId: number;
  readonly note: string;
  /** Each item once, at most 200. */
  readonly lines: readonly FreightLine[];
}

export type StepRefusal =
  | 'not_found'
  | 'changed'
  | 'already_done'
  | 'location_inactive'
  | 'too_many'
  | 'busy';
export type StepResult = { readonly outcome: 'done' } | Refused<StepRefusal>;
/** `short` names the lines that the source can't fill. */
export type ShipStepResult =
  | StepResult
  | { readonly outcome: 'short'; readonly short: readonly (FreightLine & LevelFigures)[] };

/** Writes a transfer that has yet to be shipped. */
export async function planTransfer(
  engine: Engine,
  author: Author,
  plan: TransferPlan,
): Promise<
  { outcome: 'done'; transferId: string } | Refused<'not_found' | 'location_inactive' | 'same_location'>
> {
  const { fromLocationId, toLocationId, note, lines } = plan;
  const { shopId, actor } = author;
  if (fromLocationId === toLocationId) return { outcome: 'same_location' };
  if (lines.length === 0 || lines.length > MOST_LINES) {
    throw new RangeError(`a transfer has 1 to ${MOST_LINES} lines, not ${lines.length}`);
  }
  return orRefused(() =>
    engine.database.transaction('admin', async (tx) => {
      await keepLocationOpen(tx, shopId, fromLocationId);
      await keepLocationOpen(tx, shopId, toLocationId);
      const builder = await tx.builder();
      const ids = lines.map((line) => line.inventoryItemId);
      const known = await builder
        .select({ id: inventoryItems.inventoryItemId })
        .from(inventoryItems)
        .where(and(eq(inventoryItems.shopId, shopId), inArray(inventoryItems.inventoryItemId, ids)));
      if (known.length !== lines.length) throw new Refusal('not_found');
      const transferId = uuidv7();
      await builder.insert(transfers).values({
        shopId,
        transferId,
        fromLocationId,
        toLocationId,
        note,
        status: 'planned',
        createdBy: actor,
      });
      await builder
        .insert(transferLines)
        .values(
          lines.map(({ inventoryItemId, quantity }) => ({ shopId, transferId, inventoryItemId, quantity })),
        );
      await recordStep(builder, author, transferId, 'planned', sumOf(lines), note);
      return { outcome: 'done' as const, transferId };
    }),
  );
}

/** Sends a planned transfer on its way: all of it, or nothing when units are held or missing. */
export async function shipTransfer(
  engine: Engine,
  author: Author,
  key: TransferKey,
): Promise<ShipStepResult> {
  const { shopId, actor } = author;
  const seen = await readTransfer(engine.database, shopId, key.transferId);
  if (!seen) return { outcome: 'not_found' };
  const shipped = await orRefused<Awaited<ReturnType<Engine['ship']>>, StepRefusal>(() =>
    engine.ship(
      {
        shopId,
        fromGroupId: seen.fromLocationId,
        lines: seen.lines,
        // The transfer's own id: the ledger's key refuses to ship it twice.
        referenceId: key.transferId,
        actor,
        note: `To ${seen.toName}`,
      },
      async (tx) => {
        await keepLocationOpen(tx, shopId, seen.toLocationId);
        const builder = await beginStep(tx, author, key, 'planned');
        await moveTransfer(builder, author, key, { status: 'shipped', shippedAt: sql`NOW(3)` });
        await recordStep(builder, author, key.transferId, 'shipped', sumOf(seen.lines));
      },
    ),
  );
  if (shipped.outcome === 'refused') return { outcome: 'short', short: shipped.short };
  return finish(engine, shopId, seen.lines, shipped);
}

export interface Delivery extends TransferKey {
  /** UUID of the form: the same delivery sent twice is one. */
  readonly referenceId: string;
  /** What arrived of each line, and what will not. */
  readonly lines: readonly LandLine[];
}

/** Books a delivery of a shipped transfer. The transfer is received when nothing of it is on the way any more. */
export async function receiveTransfer(
  engine: Engine,
  author: Author,
  delivery: Delivery,
): Promise<StepResult> {
  const { shopId, actor } = author;
  const { transferId, referenceId } = delivery;
  const seen = await readTransfer(engine.database, shopId, transferId);
  if (!seen) return { outcome: 'not_found' };
  const lines = delivery.lines.filter(({ quantity, missing = 0 }) => quantity + missing > 0);
  const landed = await orRefused<{ readonly outcome: string }, StepRefusal>(() =>
    engine.land(
      {
        shopId,
        toGroupId: seen.toLocationId,
        toLocationId: seen.toLocationId,
        lines,
        referenceId,
        actor,
        note: `From ${seen.fromName}`,
      },
      async (tx) => {
        await keepLocationOpen(tx, shopId, seen.toLocationId);
        const builder = await beginStep(tx, author, delivery, 'shipped', referenceId, seen.toLocationId);
        await addToLines(builder, shopId, transferId, lines);
        const isOver = (await onTheWay(builder, shopId, transferId)) === 0;
        await moveTransfer(
          builder,
          author,
          delivery,
          isOver ? { status: 'received', endedAt: sql`NOW(3)` } : {},
        );
        const missing = lines.reduce((sum, line) => sum + (line.missing ?? 0), 0);
        const action = isOver ? 'received' : 'received in part';
        await recordStep(
          builder,
          author,
          transferId,
          action,
          sumOf(lines),
          missing > 0 ? `${missing} missing` : '',
        );
      },
    ),
  );
  return finish(engine, shopId, lines, landed);
}

/** Takes what has not arrived back to the source, which ends the transfer. */
export async function recallTransfer(
  engine: Engine,
  author: Author,
  { referenceId, ...key }: TransferKey & { readonly referenceId: string },
): Promise<StepResult> {
  const { shopId, actor } = author;
  const seen = await readTransfer(engine.database, shopId, key.transferId);
  if (!seen) return { outcome: 'not_found' };
  const lines = seen.lines
    .map((line) => ({ inventoryItemId: line.inventoryItemId, quantity: line.onTheWay }))
    .filter(({ quantity }) => quantity > 0);
  if (lines.length === 0) return { outcome: 'changed' };
  const landed = await orRefused<{ readonly outcome: string }, StepRefusal>(() =>
    engine.land(
      {
        shopId,
        toGroupId: seen.fromLocationId,
        toLocationId: seen.fromLocationId,
        lines,
        referenceId,
        actor,
        note: `Recalled on the way to ${seen.toName}`,
      },
      async (tx) => {
        await keepLocationOpen(tx, shopId, seen.fromLocationId);
        const builder = await beginStep(tx, author, key, 'shipped', referenceId, seen.fromLocationId);
        for (const { inventoryItemId, quantity } of lines) {
          await builder
            .update(transferLines)
            .set({ returned: sql`returned + ${quantity}` })
            .where(lineKey(shopId, key.transferId, inventoryItemId));
        }
        await moveTransfer(builder, author, key, { status: 'recalled', endedAt: sql`NOW(3)` });
        await recordStep(builder, author, key.transferId, 'recalled', sumOf(lines));
      },
    ),
  );
  return finish(engine, shopId, lines, landed);
}

/** Ends a transfer that has not been shipped. */
export function cancelTransfer(engine: Engine, author: Author, key: TransferKey): Promise<StepResult> {
  return orRefused<StepResult, StepRefusal>(() =>
    engine.database.transaction('admin', async (tx) => {
      const builder = await beginStep(tx, author, key, 'planned');
      await moveTransfer(builder, author, key, { status: 'cancelled', endedAt: sql`NOW(3)` });
      await recordStep(builder, author, key.transferId, 'cancelled');
      return { outcome: 'done' };
    }),
  );
}

async function finish(
  engine: Engine,
  shopId: number,
  lines: readonly FreightLine[],
  result: { readonly outcome: string },
): Promise<StepResult> {
  if (result.outcome === 'repeated') return { outcome: 'already_done' };
  if (result.outcome !== 'done') return { outcome: result.outcome as StepRefusal };
  for (const { inventoryItemId } of lines) await countItem(engine.database, shopId, inventoryItemId);
  return { outcome: 'done' };
}

/** What happened to a transfer since a version that somebody saw. */
export function transferChanges(engine: Engine, shopId: number, transferId: string, count: number) {
  return engine.database.read('admin', (builder) =>
    lastChanges(builder, shopId, 'transfer', transferId, count),
  );
}
