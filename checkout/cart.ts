/** Carts: what a buyer has picked. Nothing is held for a cart, and nothing of it is trusted but ids and quantities. */
import { call } from '@/db/statement';
import type { Engine } from '@/engine/index';
import {
  dropCartLine,
  openCart,
  putCartLine,
  readCartLines,
  readCartRow,
  readVariantForCart,
} from './sql/carts';

/** Most units of one variant in a cart, and most variants. */
export const MOST_OF_ONE = 20;
export const MOST_LINES = 50;

export interface CartKey {
  readonly shopId: number;
  readonly cartId: string;
}

export interface CartLine {
  readonly variantId: number;
  readonly inventoryItemId: number;
  readonly productTitle: string;
  readonly variantTitle: string;
  readonly productSlug: string;
  readonly image: string;
  readonly unitPriceMinor: number;
  readonly quantity: number;
  /** False when the merchant has taken it off the shelf since. */
  readonly isSold: boolean;
}

export type CartResult =
  | { readonly outcome: 'saved'; readonly quantity: number }
  | { readonly outcome: 'unknown_variant' | 'too_many' | 'too_many_lines' };

export interface CartChange extends CartKey {
  readonly variantId: number;
  readonly quantity: number;
}

/** Puts units of a variant into the cart, on top of those it has. Outcomes: `saved` with the new quantity, or why not. */
export function addToCart(engine: Engine, change: CartChange): Promise<CartResult> {
  return changeLine(engine, change, (before) => before + change.quantity);
}

/** Sets the quantity of a variant in the cart; 0 takes it out. */
export async function setCartQuantity(engine: Engine, change: CartChange): Promise<CartResult> {
  if (change.quantity !== 0) return changeLine(engine, change, () => change.quantity);
  const { shopId, cartId, variantId } = change;
  await engine.database.session('cart', (session) =>
    session.send(call(dropCartLine, { shopId, cartId, variantId })),
  );
  return { outcome: 'saved', quantity: 0 };
}

async function changeLine(
  engine: Engine,
  { shopId, cartId, variantId }: CartChange,
  quantityAfter: (before: number) => number,
): Promise<CartResult> {
  return engine.database.session('cart', async (session) => {
    const key = { shopId, cartId, variantId };
    const [found] = await session.send(call(readVariantForCart, key));
    const row = found?.rows[0];
    if (!row) return { outcome: 'unknown_variant' };
    const quantity = quantityAfter(row.quantity);
    if (quantity > MOST_OF_ONE) return { outcome: 'too_many' };
    if (row.quantity === 0 && row.lineCount >= MOST_LINES) return { outcome: 'too_many_lines' };
    await session.send(call(openCart, { shopId, cartId }), call(putCartLine, { ...key, quantity }));
    return { outcome: 'saved', quantity };
  });
}

/** What is in the cart, at the prices of this moment, in the order in which it was put in. */
export async function readCart(engine: Engine, { shopId, cartId }: CartKey): Promise<CartLine[]> {
  const [lines] = await engine.database.session('cart', (session) =>
    session.send(call(readCartLines, { shopId, cartId })),
  );
  return (lines?.rows ?? []).map(toCartLine);
}

/** The newest checkout of the cart, whatever became of it. */
export async function readCartCheckout(
  engine: Engine,
  { shopId, cartId }: CartKey,
): Promise<string | undefined> {
  const [cart] = await engine.database.session('cart', (session) =>
    session.send(call(readCartRow, { shopId, cartId })),
  );
  return cart?.rows[0]?.checkoutId ?? undefined;
}

export function toCartLine(row: Record<string, unknown>): CartLine {
  return { ...(row as unknown as CartLine), isSold: row.isSold === 1 };
}
