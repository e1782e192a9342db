/** A shop with locations, regions and a catalogue, and a buyer who goes through it; a test names only what it is about. */
import { v7 as uuidv7 } from 'uuid';
import { addToCart } from '@/checkout/cart';
import { completePurchase } from '@/checkout/complete-purchase';
import { type CardScript, cardOfName } from '@/checkout/gateway/cards';
import { runDuePayments } from '@/checkout/gateway/run-due-payments';
import { newSecretId } from '@/checkout/ids';
import { readCheckout } from '@/checkout/read-checkout';
import { type Delivery, saveDelivery } from '@/checkout/save-delivery';
import { startCheckout } from '@/checkout/start-checkout';
import { type StartPaymentResult, startPayment } from '@/checkout/start-payment';
import type { Engine } from '@/engine/index';
import { makeShop, SHOP } from './factories';

export const EUROPE = 'europe';
export const AMERICA = 'america';

export interface StoreLocation {
  readonly id: number;
  /** Priority by region. */
  readonly regions: Readonly<Record<string, number>>;
  readonly status?: 'active' | 'draining' | 'inactive';
}

export interface StoreItem {
  readonly id: number;
  readonly priceMinor?: number;
  /** Units by location. */
  readonly stock: Readonly<Record<number, number>>;
}

export interface StoreOverrides {
  readonly shopId?: number;
  readonly locations?: readonly StoreLocation[];
  readonly items?: readonly StoreItem[];
  readonly holdSeconds?: number;
}

/** Writes a shop; variants and items have the same ids. By default one item 100 with one unit at location 1. */
export async function makeStore(engine: Engine, overrides: StoreOverrides = {}): Promise<void> {
  const {
    shopId = SHOP,
    locations = [{ id: 1, regions: { [EUROPE]: 1 } }],
    items = [{ id: 100, stock: { 1: 1 } }],
    holdSeconds = 300,
  } = overrides;
  await makeShop(engine, shopId);
  await run(engine, 'UPDATE shops SET hold_seconds = ? WHERE shop_id = ?', [holdSeconds, shopId]);
  const regions = new Set([EUROPE, ...locations.flatMap(({ regions: served }) => Object.keys(served))]);
  for (const code of regions) {
    await run(engine, 'INSERT INTO regions (shop_id, region_code, name) VALUES (?, ?, ?)', [
      shopId,
      code,
      code,
    ]);
  }
  for (const { id, regions: served, status = 'active' } of locations) {
    await run(
      engine,
      'INSERT INTO locations (shop_id, location_id, name, country_code, status) VALUES (?, ?, ?, ?, ?)',
      [shopId, id, `L${id}`, 'DE', status],
    );
    for (const [code, priority] of Object.entries(served)) {
      await run(
        engine,
        'INSERT INTO location_regions (shop_id, region_code, location_id, priority) VALUES (?, ?, ?, ?)',
        [shopId, code, id, priority],
      );
    }
  }
  for (const item of items) await makeProduct(engine, shopId, item);
}

async function makeProduct(
  engine: Engine,
  shopId: number,
  { id, priceMinor = 1000, stock }: StoreItem,
): Promise<void> {
  await run(engine, 'INSERT INTO inventory_items (shop_id, inventory_item_id, sku) VALUES (?, ?, ?)', [
    shopId,
    id,
    `SKU-${id}`,
  ]);
  await run(
    engine,
    `INSERT INTO products (shop_id, product_id, slug, title, description, category) VALUES (?, ?, ?, ?, '', 'Tools')`,
    [shopId, id, `product-${id}`, `Product ${id}`],
  );
  await run(
    engine,
    `INSERT INTO variants (shop_id, variant_id, product_id, inventory_item_id, title, price_minor)
     VALUES (?, ?, ?, ?, ?, ?)`,
    [shopId, id, id, id, `Variant ${id}`, priceMinor],
  );
  for (const [location, units] of Object.entries(stock)) {
    if (units === 0) continue;
    await engine.receive({
      shopId,
      inventoryItemId: id,
      inventoryGroupId: Number(location),
      locationId: Number(location),
      quantity: units,
      referenceId: uuidv7(),
      actor: 'test',
    });
  }
}

/** Runs a statement of the test's own. */
export async function run(engine: Engine, sql: string, values: unknown[] = []): Promise<void> {
  await engine.database.session('test', ({ connection }) => connection.query(sql, values));
}

/** Rows of a statement of the test's own. */
export async function rowsOf<T = Record<string, unknown>>(
  engine: Engine,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  return engine.database.session('test', async ({ connection }) => {
    const [rows] = await connection.query(sql, values);
    return rows as T[];
  });
}

export const address: Delivery = {
  email: 'ada@example.org',
  fullName: 'Ada Example',
  street: '1 Analytical Row',
  postcode: '10115',
  city: 'Berlin',
  country: 'Germany',
  regionCode: EUROPE,
};

export interface BuyerOptions {
  readonly shopId?: number;
  readonly regionCode?: string;
  readonly cartId?: string;
  /** Quantity by item; default one of item 100. */
  readonly wants?: Readonly<Record<number, number>>;
}

export interface Buyer {
  readonly shopId: number;
  readonly checkoutId: string;
  readonly cartId: string;
}

/** A buyer with a filled cart and an address, who is about to press "Complete purchase". */
export async function makeBuyer(engine: Engine, options: BuyerOptions = {}): Promise<Buyer> {
  const { shopId = SHOP, regionCode = EUROPE, cartId = newSecretId(), wants = { 100: 1 } } = options;
  for (const [item, quantity] of Object.entries(wants)) {
    const added = await addToCart(engine, { shopId, cartId, variantId: Number(item), quantity });
    if (added.outcome !== 'saved') throw new Error(`addToCart answered ${added.outcome}`);
  }
  const started = await startCheckout(engine, { shopId, cartId, regionCode });
  if (started.outcome !== 'started') throw new Error(`startCheckout answered ${started.outcome}`);
  const buyer = { shopId, checkoutId: started.checkoutId, cartId };
  const saved = await saveDelivery(engine, buyer, { ...address, regionCode });
  if (saved.outcome !== 'saved') throw new Error(`saveDelivery answered ${saved.outcome}`);
  return buyer;
}

/** A buyer whose units are held. */
export async function makeHolder(engine: Engine, options: BuyerOptions = {}): Promise<Buyer> {
  const buyer = await makeBuyer(engine, options);
  const held = await completePurchase(engine, buyer);
  if (held.outcome !== 'held') throw new Error(`completePurchase answered ${held.outcome}`);
  return buyer;
}

export function card(name: string): CardScript {
  const found = cardOfName(name);
  if (!found) throw new RangeError(`no test card ${name}`);
  return found;
}

export function pay(
  engine: Engine,
  { shopId, checkoutId }: Buyer,
  cardName = 'approve',
  attemptKey = uuidv7(),
): Promise<StartPaymentResult> {
  return startPayment(engine, { shopId, checkoutId, attemptKey, card: card(cardName) });
}

/** Makes the gateway's plans due now and does what is due, until nothing is; clocks stay as they are. */
export async function runPayments(engine: Engine): Promise<void> {
  for (;;) {
    await run(engine, `UPDATE gateway_deliveries SET due_at = NOW(3) WHERE status = 'waiting'`);
    const { handled } = await runDuePayments(engine);
    if (handled === 0) return;
  }
}

/** Moves the hold of a checkout into the past, as if its time had run. */
export async function makeHoldOverdue(engine: Engine, { shopId, checkoutId }: Buyer): Promise<void> {
  await run(
    engine,
    `UPDATE reservations JOIN checkouts USING (shop_id, reservation_id)
        SET reservations.expires_at = NOW(3) - INTERVAL 1 SECOND
      WHERE checkouts.shop_id = ? AND checkouts.checkout_id = UUID_TO_BIN(?)`,
    [shopId, checkoutId],
  );
}

export async function stageOf(engine: Engine, buyer: Buyer): Promise<string | undefined> {
  return (await readCheckout(engine, buyer))?.stage;
}

/** On hand, held and available of an item at a location. */
export async function stockAt(engine: Engine, inventoryItemId: number, locationId = 1, shopId = SHOP) {
  const levels = await engine.availability(shopId, [inventoryItemId], 'test');
  const level = levels.find((one) => one.locationId === locationId);
  return { onHand: level?.onHand ?? 0, held: level?.held ?? 0, available: level?.available ?? 0 };
}

export interface Books {
  readonly orders: number;
  readonly soldEntries: number;
  readonly payments: Record<string, number>;
}

/** How many orders, sold ledger entries and payments by status a shop has. */
export async function booksOf(engine: Engine, shopId = SHOP): Promise<Books> {
  const [orders] = await rowsOf<{ n: number }>(
    engine,
    `SELECT COUNT(*) AS n FROM orders WHERE shop_id = ? AND status = 'open'`,
    [shopId],
  );
  const [sold] = await rowsOf<{ n: number }>(
    engine,
    `SELECT COUNT(*) AS n FROM inventory_ledger WHERE shop_id = ? AND reason = 'sold'`,
    [shopId],
  );
  const payments = await rowsOf<{ status: string; n: number }>(
    engine,
    'SELECT status, COUNT(*) AS n FROM payment_attempts WHERE shop_id = ? GROUP BY status',
    [shopId],
  );
  return {
    orders: orders?.n ?? 0,
    soldEntries: sold?.n ?? 0,
    payments: Object.fromEntries(payments.map(({ status, n }) => [status, n])),
  };
}
