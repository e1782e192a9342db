/**
 * The merchant's changes of stock: what arrives, what is corrected, what was counted, what is carried next door. Each
 * names who and why in the ledger, belongs to one shop, and is made once however often it is sent.
 */
import type { Engine, StockChange, StockResult } from '@/engine/index';
import { countItem } from './count-levels';
import { findLevel, type Place } from './find-level';
import { keepLocationOpen } from './locked-location';
import { orRefused, type Refused } from './refusal';

type StockRefusal = 'not_found' | 'location_inactive' | 'same_location';
export type StockAnswer = StockResult | Refused<StockRefusal>;
export type StockRequest = Place & StockChange;

/** Adds units that arrived. Outcomes: those of the engine, and `location_inactive`. */
export async function receiveStock(
  engine: Engine,
  request: StockRequest & { readonly quantity: number },
): Promise<StockAnswer> {
  const { shopId, locationId } = request;
  const level = await findLevel(engine.database, request);
  if (!level) return { outcome: 'not_found' };
  return counted(engine, request, () =>
    engine.receive({ ...request, ...level }, (tx) => keepLocationOpen(tx, shopId, locationId)),
  );
}

/** Corrects stock by a signed number. What is held can't be taken: `refused` says how much that is. */
export async function adjustStock(
  engine: Engine,
  request: StockRequest & { readonly delta: number },
): Promise<StockAnswer> {
  const level = await findLevel(engine.database, request);
  if (!level) return { outcome: 'not_found' };
  const { shopId, locationId, delta, referenceId, actor, note } = request;
  return counted(engine, request, () =>
    engine.adjust({ ...level, delta, referenceId, actor, note }, async (tx) => {
      if (delta > 0) await keepLocationOpen(tx, shopId, locationId);
    }),
  );
}

/**
 * Sets what was counted. `changed` when something moved between the moment the count was begun and now: a count of
 * another stock is not applied.
 */
export async function countStock(
  engine: Engine,
  request: StockRequest & { readonly countedOnHand: number; readonly expectedOnHand: number },
): Promise<StockAnswer> {
  const level = await findLevel(engine.database, request);
  if (!level) return { outcome: 'not_found' };
  const { shopId, locationId, countedOnHand, expectedOnHand, referenceId, actor, note } = request;
  return counted(engine, request, () =>
    engine.adjust({ ...level, countedOnHand, expectedOnHand, referenceId, actor, note }, async (tx) => {
      if (countedOnHand > expectedOnHand) await keepLocationOpen(tx, shopId, locationId);
    }),
  );
}

/** Moves units that nobody holds to another location at once, without a way between. */
export async function moveStock(
  engine: Engine,
  request: StockRequest & { readonly toLocationId: number; readonly quantity: number },
): Promise<StockAnswer> {
  const { toLocationId, shopId, inventoryItemId, quantity, referenceId, actor, note } = request;
  if (toLocationId === request.locationId) return { outcome: 'same_location' };
  const from = await findLevel(engine.database, request);
  const to = await findLevel(engine.database, { ...request, locationId: toLocationId });
  if (!from || !to) return { outcome: 'not_found' };
  return counted(engine, request, () =>
    engine.transfer(
      {
        shopId,
        inventoryItemId,
        fromGroupId: from.inventoryGroupId,
        toGroupId: to.inventoryGroupId,
        toLocationId,
        quantity,
        referenceId,
        actor,
        note,
      },
      (tx) => keepLocationOpen(tx, shopId, toLocationId),
    ),
  );
}

/** Makes the change and, when it was made, counts the item again for the lists. */
async function counted(
  engine: Engine,
  { shopId, inventoryItemId }: Place,
  change: () => Promise<StockResult>,
): Promise<StockAnswer> {
  const answer = await orRefused<StockResult, StockRefusal>(change);
  if (answer.outcome === 'done') await countItem(engine.database, shopId, inventoryItemId);
  return answer;
}
