/** `npm run truth`: which store decides about a shop's stock, and the kill switch. */
import { parseArgs } from 'node:util';
import { createDatabase, type Database } from '@/db/database';
import { command } from '@/db/launch/command-line';
import { migrate } from '@/db/migrate';
import { openRedis } from '@/db/redis/client';
import { openRedisServer } from '@/db/redis/server';
import { openServer } from '@/db/server';
import { Counters } from './counters';
import { allowedFrom, gatesOf, stateTexts, type TruthState, truthStates } from './states';
import { readShopTruth, type SwitchResult, settleTruth, switchTruth } from './switch';

const usage = `npm run truth -- --shop N [--to STATE] [--why "…"] [--json]

Says which store decides about a shop's stock, and switches it. Back is always allowed, and acts within a second. Many shops at
once: npm run roll-out -- --help
  --shop N     number of the shop
  --to STATE   ${truthStates.join(', ')}
  --why "…"    kept with the switch, at most 200 characters
  --json       the answer as JSON`;

const { values } = parseArgs({
  options: {
    shop: { type: 'string' },
    to: { type: 'string' },
    why: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
  strict: false,
});

await command(usage, async () => {
  const shopId = Number(values.shop);
  const to = values.to as TruthState | undefined;
  if (!Number.isSafeInteger(shopId) || shopId < 1) return refuse('--shop wants the number of a shop.');
  if (to !== undefined && !truthStates.includes(to)) {
    return refuse(`--to wants one of ${truthStates.join(', ')}, not "${to}".`);
  }
  const reason = String(values.why);
  if (reason.length > 200) return refuse('--why takes at most 200 characters.');
  const server = await openServer();
  const database = createDatabase({ url: server.url, connectionLimit: 2 });
  try {
    await migrate(server.url);
    return to ? await change(database, { shopId, to, reason }) : await show(database, shopId);
  } finally {
    await database.close();
    await server.stop();
  }
});

async function show(database: Database, shopId: number): Promise<number> {
  const truth = await readShopTruth(database, shopId);
  if (!truth) return refuse(`There is no shop ${shopId}.`, { outcome: 'not_found' });
  const allowed = allowedFrom(truth.state);
  const next = truthStates[truthStates.indexOf(truth.state) + 1];
  const gates = next ? gatesOf(truth.state, next, truth.figures) : [];
  if (values.json) {
    console.log(JSON.stringify({ shopId, ...truth, allowed, gates }));
    return 0;
  }
  const { name, says } = stateTexts[truth.state];
  console.log(`${truth.name}: ${name} (${truth.state}). ${says}`);
  console.log(`May go to: ${allowed.join(', ')}`);
  for (const gate of gates) console.log(`  ${gate.isOpen ? 'open  ' : 'closed'} ${gate.says}`);
  return 0;
}

async function change(
  database: Database,
  { shopId, to, reason }: { shopId: number; to: TruthState; reason: string },
): Promise<number> {
  const redisServer = to === 'mysql' ? undefined : await openRedisServer();
  if (redisServer && !redisServer.isThere) return refuse(redisServer.missing, { outcome: 'no_redis' });
  const redis = redisServer && (await openRedis(redisServer.url));
  const counters = redis && new Counters(redis, database.schema);
  try {
    const actor = `terminal, ${process.env.USER ?? 'unknown'}`;
    const result = await switchTruth(database, counters, { shopId, to, actor, reason });
    if (result.outcome === 'already') {
      say(`Shop ${shopId} already is in state ${to}.`, { shopId, to, ...result });
      return 0;
    }
    if (result.outcome === 'switched') {
      const { from, holdsCarried } = result;
      const words = `Shop ${shopId}: ${from} → ${to}. ${holdsCarried} live holds are honoured.`;
      say(words, { shopId, to, ...result });
      if (counters) await settleTruth(database, counters, shopId);
      return 0;
    }
    return refuse(refusalOf(shopId, to, result), result);
  } finally {
    redis?.close();
    await redisServer?.stop();
  }
}

function refusalOf(shopId: number, to: TruthState, result: SwitchResult): string {
  switch (result.outcome) {
    case 'switched':
    case 'already':
      return '';
    case 'not_found':
      return `There is no shop ${shopId}.`;
    case 'no_redis':
      return result.missing;
    case 'impossible':
      return `From ${result.from} there is no way to ${to}. Allowed: ${result.allowed.join(', ')}.`;
    case 'closed':
      return [`Not yet from ${result.from} to ${to}:`, ...result.closed.map((says) => `  ${says}`)].join(
        '\n',
      );
    case 'changed':
      return `${result.by} has switched the shop to ${result.state} meanwhile.`;
  }
}

function say(words: string, result: object): void {
  console.log(values.json ? JSON.stringify(result) : words);
}

function refuse(message: string, result: object = { outcome: 'usage' }): number {
  if (values.json) console.log(JSON.stringify({ ...result, message }));
  else console.error(message);
  return 1;
}
