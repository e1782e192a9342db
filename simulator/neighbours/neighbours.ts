/**
 * Three neighbours of the checkout, as they were found to hog connections and as they are after their repair.
 *
 * Both manners do the same work for the buyer. What differs is how long a connection of the writer is held for it: a slow
 * statement and a long hold are different things, and none of these statements is slow.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@/db/database';
import { call, type Statement, sqlText } from '@/db/statement';
import { PROMOTIONS } from './tables';

export const neighbourIds = ['cart', 'promotions', 'shipping'] as const;
export type NeighbourId = (typeof neighbourIds)[number];

export interface NeighbourTexts {
  readonly title: string;
  readonly hogging: string;
  readonly repair: string;
  readonly repaired: string;
}

export const neighbourTexts: Readonly<Record<NeighbourId, NeighbourTexts>> = {
  cart: {
    title: 'Cart updates',
    hogging: 'asks the tax service (20 ms) in the middle of its transaction',
    repair: 'Shorter transaction',
    repaired: 'asks first, then writes in one short transaction',
  },
  promotions: {
    title: 'Promotions',
    hogging: `reads ${PROMOTIONS} promotions one by one, at every checkout`,
    repair: 'Read once',
    repaired: 'reads all of them at once, and again only after a second',
  },
  shipping: {
    title: 'Shipping rates',
    hogging: 'keeps a connection of the writer while it asks the carrier (12 ms)',
    repair: 'Read elsewhere',
    repaired: 'reads over connections of its own, as from a replica',
  },
};

/** Answers of services outside the shop; real time, in which nothing happens in MySQL. */
const TAX_SERVICE_MS = 20;
const CARRIER_MS = 12;
const PROMOTIONS_KEPT_MS = 1_000;

const writeQuantity: Statement = {
  name: 'cart.write_quantity',
  purpose: 'Notes what is in a cart.',
  sql: 'UPDATE neighbour_carts SET quantity = quantity % 9 + 1 WHERE cart_id = :cartId',
};
const writeTax: Statement = {
  name: 'cart.write_tax',
  purpose: 'Notes the tax of a cart.',
  sql: 'UPDATE neighbour_carts SET tax_minor = (tax_minor + 19) % 10000 WHERE cart_id = :cartId',
};
const readPromotion: Statement = {
  name: 'promotions.read_one',
  purpose: 'Reads one promotion.',
  sql: 'SELECT promotion_id, percent_off FROM neighbour_promotions WHERE promotion_id = :promotionId',
};
const readPromotions: Statement = {
  name: 'promotions.read_all',
  purpose: 'Reads all promotions.',
  sql: 'SELECT promotion_id, percent_off FROM neighbour_promotions ORDER BY promotion_id',
};
const readRates: Statement = {
  name: 'shipping.read_rates',
  purpose: 'Reads what a parcel costs, by weight.',
  sql: sqlText(`
    SELECT from_grams, price_minor
      FROM neighbour_rates
     WHERE region_code = 'eu'
     ORDER BY from_grams
  `),
};

/** The neighbours of one traffic: on the writer's connections, and on those of a reader. */
export class Neighbours {
  readonly #writer: Database;
  readonly #reader: Database;
  #promotions: { readonly read: Promise<unknown>; readonly until: number } | undefined;

  constructor(writer: Database, reader: Database) {
    this.#writer = writer;
    this.#reader = reader;
  }

  async visit(id: NeighbourId, cartId: number, isRepaired: boolean): Promise<void> {
    switch (id) {
      case 'cart':
        return isRepaired ? this.#cartInOneGo(cartId) : this.#cartAroundTheService(cartId);
      case 'promotions':
        return isRepaired ? this.#promotionsOnce() : this.#promotionsOneByOne();
      case 'shipping':
        return this.#rates(isRepaired);
    }
  }

  #cartAroundTheService(cartId: number): Promise<void> {
    return this.#writer.transaction('cart', async (tx) => {
      await tx.send(call(writeQuantity, { cartId }));
      await delay(TAX_SERVICE_MS);
      await tx.commit(call(writeTax, { cartId }));
    });
  }

  async #cartInOneGo(cartId: number): Promise<void> {
    await delay(TAX_SERVICE_MS);
    await this.#writer.transaction('cart', async (tx) => {
      await tx.commit(call(writeQuantity, { cartId }), call(writeTax, { cartId }));
    });
  }

  #promotionsOneByOne(): Promise<void> {
    return this.#writer.session('promotions', async (session) => {
      for (let promotionId = 1; promotionId <= PROMOTIONS; promotionId += 1) {
        await session.send(call(readPromotion, { promotionId }));
      }
    });
  }

  async #promotionsOnce(): Promise<void> {
    const now = performance.now();
    if (!this.#promotions || now > this.#promotions.until) {
      const read = this.#writer.session('promotions', (session) => session.send(call(readPromotions)));
      this.#promotions = { read, until: now + PROMOTIONS_KEPT_MS };
    }
    await this.#promotions.read;
  }

  async #rates(isRepaired: boolean): Promise<void> {
    await (isRepaired ? this.#reader : this.#writer).session('shipping', async (session) => {
      await session.send(call(readRates));
      if (!isRepaired) await delay(CARRIER_MS);
    });
    if (isRepaired) await delay(CARRIER_MS);
  }
}
