/** Buyers of a browser test's own shop, served by a process of their own, as a second web server would be. */
import { completePurchase } from '@/checkout/complete-purchase';
import { createDatabase } from '@/db/database';
import { openRedis, type Redis } from '@/db/redis/client';
import { counterKey } from '@/legacy/truth/counters';
import { createMovingEngine } from '@/legacy/truth/moving-engine';
import { readState, type TestStore } from './playwright';
import { type Buyer, makeBuyer, pay } from './store';

/** No machine is too slow: what is given up for its time has tests of its own. */
const PATIENT = { redisMs: 30_000, shadowMs: 30_000 };
const AT_ONCE = 8;

export interface Crowd {
  /** So many buyers at the button, each with one unit of the product. */
  arrive(count: number, title: string): Promise<Buyer[]>;
  /** Lets them press it, eight at once; whoever gets a hold pays. Returns the answers, in their order. */
  buy(buyers: readonly Buyer[]): Promise<string[]>;
  /** Spoils the counter of a product in Redis, past the shop. */
  spoil(title: string): Promise<void>;
  /** Resolves when all that was compared is in the tables. */
  settled(): Promise<void>;
  leave(): Promise<void>;
}

export async function openCrowd(store: TestStore): Promise<Crowd> {
  const { databaseUrl, redisUrl } = readState();
  const database = createDatabase({ url: databaseUrl, connectionLimit: AT_ONCE + 2 });
  const redis: Redis = await openRedis(redisUrl);
  const moving = createMovingEngine(database, redisUrl, PATIENT);
  const productOf = (title: string) => {
    const found = store.products.find((product) => product.title === title);
    if (!found) throw new Error(`the shop has no ${title}`);
    return found;
  };
  const buyOne = async (buyer: Buyer): Promise<string> => {
    for (;;) {
      const { outcome } = await completePurchase(moving.engine, buyer);
      if (outcome === 'busy') continue;
      if (outcome === 'held') await pay(moving.engine, buyer);
      return outcome;
    }
  };
  return {
    async arrive(count, title) {
      const { variantId } = productOf(title);
      const buyers: Buyer[] = [];
      while (buyers.length < count) {
        buyers.push(await makeBuyer(moving.engine, { shopId: store.shopId, wants: { [variantId]: 1 } }));
      }
      return buyers;
    },
    async buy(buyers) {
      const answers: string[] = [];
      let next = 0;
      const line = async () => {
        for (let index = next++; index < buyers.length; index = next++) {
          answers[index] = await buyOne(buyers[index] as Buyer);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, line));
      return answers;
    },
    async spoil(title) {
      await redis.send('INCR', counterKey(database.schema, store.shopId, productOf(title).inventoryItemId));
    },
    async settled() {
      await moving.truth.settled();
      await moving.truth.tally.flush();
    },
    async leave() {
      await moving.stop();
      redis.close();
      await database.close();
    },
  };
}
