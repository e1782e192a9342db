/** What can be promised to a visitor, item by item: routing's figures as the store's components take them. */

import { readCartCheckout } from '@/checkout/cart';
import { readCheckout } from '@/checkout/read-checkout';
import { type Routing, readRoutingOf } from '@/checkout/routing';
import type { LocationStock } from '@/components/store/stock-by-location';
import type { StockPromise } from '@/components/store/stock-words';
import type { StoreShop } from '@/db/queries/storefront';
import { getEngine } from '../engine';
import { cartIdOf, regionOf } from './shop';

export interface ItemStock {
  readonly promise: StockPromise;
  readonly locations: LocationStock[];
}

/** Stock for the visitor's region, read now; units in the visitor's own hold count as available to them. */
export async function readStock(
  shop: StoreShop,
  inventoryItemIds: readonly number[],
): Promise<(ids: readonly number[]) => ItemStock> {
  const region = await regionOf(shop);
  const routing = await readRoutingOf(getEngine(), {
    shopId: shop.shopId,
    regionCode: region.code,
    inventoryItemIds,
    ownReservationId: await ownHoldOf(shop),
  });
  return (ids) => stockOf(routing, ids, region.name);
}

/** The hold of the checkout that the visitor's cart is in. */
async function ownHoldOf(shop: StoreShop): Promise<string | null> {
  const cartId = await cartIdOf(shop);
  if (!cartId) return null;
  const { shopId } = shop;
  const checkoutId = await readCartCheckout(getEngine(), { shopId, cartId });
  if (!checkoutId) return null;
  return (await readCheckout(getEngine(), { shopId, checkoutId }))?.ownReservationId ?? null;
}

/** The stock of some items together: of one variant, or of all variants of a product. */
export function stockOf(
  { locations, stock }: Routing,
  inventoryItemIds: readonly number[],
  regionName: string,
): ItemStock {
  const wanted = new Set(inventoryItemIds);
  const promise = { places: [] as StockPromise['places'], held: 0, elsewhere: 0, regionName };
  const rows: LocationStock[] = [];
  for (const { locationId, name, status, priority } of locations) {
    const levels = stock.filter(
      (level) => level.locationId === locationId && wanted.has(level.inventoryItemId),
    );
    if (status === 'inactive' || levels.length === 0) continue;
    const available = levels.reduce((sum, level) => sum + level.available, 0);
    const held = levels.reduce((sum, level) => sum + level.held, 0);
    // A location that is being emptied promises nothing to anybody.
    if (status === 'draining') {
      rows.push({ location: name, available: 0, held, obstacle: 'Takes no new orders' });
    } else if (priority === null) {
      promise.elsewhere += available;
      rows.push({ location: name, available, held, obstacle: `Doesn’t ship to ${regionName}` });
    } else {
      promise.places.push({ location: name, available });
      promise.held += held;
      rows.push({ location: name, available, held });
    }
  }
  return { promise, locations: rows };
}
