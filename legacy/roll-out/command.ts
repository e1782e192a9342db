/** `npm run roll-out`: pods of shops on their way from Redis to MySQL, from a terminal. */
import { parseArgs } from 'node:util';
import { createDatabase } from '@/db/database';
import { command } from '@/db/launch/command-line';
import { migrate } from '@/db/migrate';
import { openRedisServer } from '@/db/redis/server';
import type { RollOutThresholds } from '@/db/schema/roll-out';
import { openServer } from '@/db/server';
import { stateTexts, type TruthState, truthStates } from '@/legacy/truth/states';
import {
  type ActResult,
  advancePod,
  goOn,
  makePods,
  type Stores,
  setPodBack,
  setThresholds,
  stopRollOut,
} from './acts';
import { type Grouping, parseLists } from './grouping';
import { type RollOut, readRollOut } from './read';
import { stoppingKeys, type ThresholdKey, thresholdKeys, thresholdTexts } from './thresholds';
import { withCounters } from './with-counters';

const usage = `npm run roll-out -- [act] [--json]

Shops go from Redis to MySQL pod by pod. Without an act: says where the roll-out stands.
  --traffic N            makes N pods with about the same share of the checkouts, quiet shops first
  --percent 5,25,100     makes a pod of the first 5 % of the shops, of the next 20 %, of the rest
  --list "1,4-6;2"       makes a pod to a semicolon, of the shops with these numbers
  --hours N              with the three above: over how long checkouts are counted (24)
  --advance POD          one step forward; the worker has to run, which watches it
  --back POD [--to S]    back by one step, or to ${truthStates.slice(0, -1).join(', ')}; always allowed
  --stop [--why "…"]     nothing goes forward, and what is under way goes back to its last safe state
  --go-on                after a stop
  --set NAME=N,…         thresholds: ${thresholdKeys.join(', ')}
  --json                 the answer as JSON
Exit 1 when it is refused, 2 for arguments that make no sense.`;

const options = {
  traffic: { type: 'string' },
  percent: { type: 'string' },
  list: { type: 'string' },
  hours: { type: 'string', default: '24' },
  advance: { type: 'string' },
  back: { type: 'string' },
  to: { type: 'string' },
  stop: { type: 'boolean' },
  why: { type: 'string', default: 'stopped at a terminal' },
  'go-on': { type: 'boolean' },
  set: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
type Act = (stores: Stores, rollOut: RollOut, actor: string) => Promise<ActResult>;

await command(usage, async () => {
  const { values } = parseArgs({ options });
  const act = actOf(values);
  if (typeof act === 'string') {
    console.error(`${act}\nSee --help.`);
    return 2;
  }
  const server = await openServer();
  const database = createDatabase({ url: server.url, connectionLimit: 6 });
  const needsRedis = values.advance !== undefined || values.back !== undefined || values.stop === true;
  const redisServer = needsRedis ? await openRedisServer() : undefined;
  const redisUrl = redisServer?.isThere ? redisServer.url : undefined;
  try {
    await migrate(server.url);
    const rollOut = await readRollOut(database);
    if (!act) return show(rollOut, values.json);
    const actor = `terminal, ${process.env.USER ?? 'unknown'}`;
    const result = await withCounters(database, redisUrl, (counters) =>
      act({ database, counters }, rollOut, actor),
    );
    if (values.json) console.log(JSON.stringify(result));
    else if ('says' in result) console.log(result.says);
    else console.error('why' in result ? result.why : `${result.by} was faster. Look again.`);
    return 'says' in result ? 0 : 1;
  } finally {
    if (redisServer?.isThere) await redisServer.stop();
    await database.close();
    await server.stop();
  }
});

/** What is to be done, nothing, or what is wrong with the arguments. */
function actOf(values: Values): Act | undefined | string {
  const named = (['traffic', 'percent', 'list', 'advance', 'back', 'stop', 'go-on', 'set'] as const).filter(
    (name) => values[name] !== undefined,
  );
  const [name, second] = named;
  if (second) return `One act at a time: --${name} or --${second}.`;
  switch (name) {
    case undefined:
      return undefined;
    case 'traffic':
    case 'percent':
    case 'list':
      return groupingAct(values);
    case 'advance':
    case 'back':
      return stepAct(values);
    case 'stop':
      return (stores, _, actor) => stopRollOut(stores, { actor, why: values.why });
    case 'go-on':
      return ({ database }, { version }, actor) => goOn(database, { actor, seenVersion: version });
    case 'set':
      return thresholdAct(values.set ?? '');
  }
}

function groupingAct({ traffic, percent, list, hours }: Values): Act | string {
  let grouping: Grouping;
  if (traffic !== undefined) grouping = { by: 'traffic', pods: Number(traffic) };
  else if (percent !== undefined) grouping = { by: 'percentage', cuts: percent.split(',').map(Number) };
  else {
    const lists = parseLists(list ?? '');
    if (!lists) return '--list wants numbers of shops, as in "1,4-6;2".';
    grouping = { by: 'list', lists };
  }
  return ({ database }, { version }, actor) =>
    makePods(database, { actor, seenVersion: version, hours: Number(hours), grouping });
}

function stepAct({ advance, back, to }: Values): Act | string {
  const podId = Number(advance ?? back);
  if (!Number.isSafeInteger(podId) || podId < 1) return '--advance and --back want the number of a pod.';
  if (to !== undefined && !truthStates.includes(to as TruthState)) {
    return `--to wants one of ${truthStates.join(', ')}, not "${to}".`;
  }
  return (stores, rollOut, actor) => {
    const pod = rollOut.pods.find((one) => one.podId === podId);
    const before = truthStates[Math.max(0, truthStates.indexOf(pod?.ahead ?? 'mysql') - 1)] ?? 'redis';
    if (back !== undefined) return setPodBack(stores, { actor, podId, to: (to as TruthState) ?? before });
    return advancePod(stores, {
      actor,
      seenVersion: rollOut.version,
      podId,
      to: (to as TruthState) ?? pod?.next ?? 'mysql',
    });
  };
}

function thresholdAct(text: string): Act | string {
  const pairs = text.split(',').map((pair) => pair.split('='));
  const wrong = pairs.find(([key, value]) => !thresholdKeys.includes(key as ThresholdKey) || !value?.trim());
  if (wrong) return `--set wants NAME=N, with one of ${thresholdKeys.join(', ')}; not "${wrong.join('=')}".`;
  const wanted = Object.fromEntries(pairs.map(([key, value]) => [key, Number(value)]));
  return ({ database }, { thresholds }, actor) =>
    setThresholds(database, {
      actor,
      seen: thresholds,
      thresholds: { ...thresholds, ...wanted } as RollOutThresholds,
    });
}

function show(rollOut: RollOut, isJson: boolean): number {
  if (isJson) {
    console.log(JSON.stringify(rollOut));
    return 0;
  }
  const { pods, status, stoppedWhy, measures, thresholds, events } = rollOut;
  if (pods.length === 0) {
    console.log('There are no pods yet: make some with --traffic, --percent or --list. See --help.');
    return 0;
  }
  console.log(status === 'stopped' ? `Stopped: ${stoppedWhy}` : 'Running.');
  if (!rollOut.isWatched) console.log('Nobody watches: the worker does not run.');
  for (const pod of pods) {
    const counts = truthStates.flatMap((state) => {
      const count = pod.shops.filter((shop) => shop.state === state).length;
      return count > 0 ? `${count} ${stateTexts[state].name}` : [];
    });
    const word = { resting: '', advancing: ', under way', going_back: ', going back' }[pod.status];
    const traffic = pod.shops.reduce((sum, { checkouts }) => sum + checkouts, 0);
    console.log(
      `Pod ${pod.podId}: ${pod.shops.length} shops, ${traffic} checkouts; ${counts.join(', ')}${word}`,
    );
    for (const { name, closed } of pod.shops.slice(0, 20)) {
      if (closed.length > 0) console.log(`    ${name} waits: ${closed.join(', ')}`);
    }
  }
  for (const key of stoppingKeys) {
    const { name, unit } = thresholdTexts[key];
    const measured = measures ? Number(measures[key].toFixed(1)) : '?';
    console.log(`  ${name}: ${measured} ${unit}, at most ${thresholds[key]}`);
  }
  for (const { createdAt, actor, says } of events.slice(0, 5)) {
    console.log(`  ${createdAt.toISOString()} ${actor}: ${says}`);
  }
  return 0;
}
