/** `npm run seed:large`: a shop of 10,000 products and 1,000,000 ledger entries in the database in use. */
import { parseArgs } from 'node:util';
import { createDatabase } from '@/db/database';
import { largeShop, seedLarge } from '@/db/large/index';
import { migrate } from '@/db/migrate';
import { openServer } from '@/db/server';
import { command } from './command-line';
import { step } from './steps';

const usage = `npm run seed:large [-- --products 10000 --entries 1000000 --holds 2000]

Writes the shop "${largeShop.name}" (/admin/${largeShop.slug}), replacing an earlier one. Its books balance: see "npm run audit".`;

function count(text: string, name: string, least: number): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least || value > 10_000_000) {
    throw Object.assign(new Error(`--${name} takes a number from ${least} to 10,000,000, not "${text}".`), {
      code: 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE',
    });
  }
  return value;
}

await command(usage, async () => {
  const { values } = parseArgs({
    options: {
      products: { type: 'string', default: '10000' },
      entries: { type: 'string', default: '1000000' },
      holds: { type: 'string', default: '2000' },
    },
  });
  const products = count(values.products, 'products', 10);
  const size = {
    products,
    // At least one entry per level, of which there are up to four an item.
    ledgerEntries: count(values.entries, 'entries', products * 10),
    holds: count(values.holds, 'holds', 0),
  };
  const server = await openServer();
  const database = createDatabase({ url: server.url, connectionLimit: 2 });
  try {
    await migrate(server.url);
    await step('large shop', async ({ say }) => {
      let told = -1;
      await seedLarge(database, size, ({ done, total }) => {
        const percent = Math.floor((done / total) * 20) * 5;
        if (percent === told) return;
        told = percent;
        say(`${percent} % of ${total.toLocaleString('en-GB')} ledger entries`);
      });
      return `${products.toLocaleString('en-GB')} products, ${size.ledgerEntries.toLocaleString('en-GB')} ledger entries`;
    });
    return 0;
  } finally {
    await database.close();
    await server.stop();
  }
});
