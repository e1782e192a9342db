/** `npm run audit`: proves conservation over the whole database, shop by shop, and names every row that is broken. */
import { parseArgs } from 'node:util';
import { createDatabase } from '@/db/database';
import { command } from '@/db/launch/command-line';
import { bold, dim, green, red } from '@/db/launch/terminal';
import { migrate } from '@/db/migrate';
import { openServer } from '@/db/server';
import { shopIds } from '@/db/shop-ids';
import { type AuditReport, createEngine } from './index';

const usage = `npm run audit [-- --json]

Proves for every item and location: ledger = unpooled + pool + held, no unit in two places, none kept by nobody.
Exit 1 when a row is broken.
  --json   print {ok, shops, levels, broken} as one JSON object and nothing else`;

await command(usage, async () => {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const server = await openServer();
  const database = createDatabase({ url: server.url, connectionLimit: 2 });
  try {
    await migrate(server.url);
    const engine = createEngine(database, { refillsInBackground: false });
    const ids = await shopIds(database, 'audit');
    const reports: AuditReport[] = [];
    for (const shopId of ids) reports.push(await engine.audit(shopId));
    const broken = reports.flatMap((report) => report.broken);
    const levels = reports.reduce((sum, report) => sum + report.levels, 0);
    const ok = broken.length === 0;
    if (values.json) console.log(JSON.stringify({ ok, shops: ids.length, levels, broken }, null, 2));
    else print(ok, ids.length, levels, broken);
    return ok ? 0 : 1;
  } finally {
    await database.close();
    await server.stop();
  }
});

function print(ok: boolean, shops: number, levels: number, broken: AuditReport['broken']): void {
  for (const level of broken) {
    const where = `shop ${level.shopId}, item ${level.inventoryItemId}, group ${level.inventoryGroupId}`;
    const terms = `ledger ${level.ledger} · unpooled ${level.unpooled} · pool ${level.pooled} · held ${level.reserved}`;
    console.log(`  ${red('broken')}  ${bold(where)}  ${dim(terms)}`);
    for (const problem of level.problems) console.log(`          ${problem}`);
  }
  const seen = `${levels} levels of ${shops} ${shops === 1 ? 'shop' : 'shops'}`;
  console.log(ok ? `  ${green('balanced')}  ${seen}` : `  ${broken.length} of ${seen} don't balance`);
}
