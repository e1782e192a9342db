/**
 * What people do to a roll-out: make pods, send one forward or back, stop, go on, change thresholds.
 *
 * Promise: each act is one change under the lock of the roll-out's row, is written down with its author, and survives
 * whatever dies after it. An act forward on what somebody else has changed meanwhile is refused; back and stop are not.
 */
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '@/db/database';
import { withRetry } from '@/db/retry';
import type { RollOutThresholds } from '@/db/schema/roll-out';
import { call } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import type { Counters } from '@/legacy/truth/counters';
import { stateTexts, type TruthState, truthStates } from '@/legacy/truth/states';
import { type Grouping, groupShops, type ShopTraffic } from './grouping';
import { bringBack, bringForward, movedInWords } from './move-pod';
import { isWatched, type RollOutRow, stateAfter, toRow } from './read';
import {
  addMembers,
  addPod,
  countTraffic,
  dropMembers,
  dropPods,
  listPlaces,
  listPods,
  lockRollOut,
  lowerSafe,
  markSafe,
  openRollOut,
  recordEvent,
  restPod,
  writePod,
  writeRollOut,
} from './sql';
import { defaultThresholds, problemsOf } from './thresholds';

export type ActResult = {
  /** Of the roll-out after the act; missing where it wasn't looked at. */
  readonly version?: number;
} & (
  | { readonly outcome: 'done' | 'already'; readonly says: string }
  /** Somebody else was faster. */
  | { readonly outcome: 'changed'; readonly by: string }
  | { readonly outcome: 'refused'; readonly why: string }
);

export interface Author {
  readonly actor: string;
  /** The version that whoever acts has seen. Left out: any. */
  readonly seenVersion?: number;
}

export interface Stores {
  readonly database: Database;
  readonly counters: Counters | undefined;
}

interface Step {
  readonly row: RollOutRow;
  readonly pods: readonly PodRow[];
}
interface PodRow {
  readonly podId: number;
  readonly status: 'resting' | 'advancing' | 'going_back';
  readonly aim: TruthState;
}

const refused = (why: string): ActResult => ({ outcome: 'refused', why });
const place = (state: TruthState) => truthStates.indexOf(state);

/** Makes pods of the shops anew. What state each shop is in stays. */
export function makePods(
  database: Database,
  { actor, seenVersion, hours, grouping }: Author & { hours: number; grouping: Grouping },
): Promise<ActResult> {
  if (!Number.isInteger(hours) || hours < 1 || hours > 8_760) {
    return Promise.resolve(refused('Hours: a whole number from 1 to 8,760.'));
  }
  return act(database, async (tx, { row, pods }) => {
    if (isOlder(seenVersion, row)) return { outcome: 'changed', by: row.changedBy };
    const moving = pods.find(({ status }) => status !== 'resting');
    if (moving) return refused(`Pod ${moving.podId} is under way: stop, or wait until it is safe.`);
    const [traffic] = await tx.send(call(countTraffic, { hours }));
    const shops = (traffic?.rows ?? []).map(({ shopId, checkouts }) => ({
      shopId: Number(shopId),
      checkouts: Number(checkouts),
    })) satisfies ShopTraffic[];
    const grouped = groupShops(shops, grouping);
    if ('problem' in grouped) return refused(grouped.problem);
    await tx.send(call(dropPods), call(dropMembers));
    for (const [index, members] of grouped.pods.entries()) {
      const podId = index + 1;
      await tx.send(call(addPod, { podId }), call(addMembers, { podId, members: JSON.stringify(members) }));
    }
    const count = grouped.pods.reduce((sum, { length }) => sum + length, 0);
    const says = `${count} of ${shops.length} shops in ${grouped.pods.length} pods, by ${grouping.by}; checkouts of ${hours} h.`;
    await tx.send(
      ...write({ ...row, groupedBy: grouping.by, trafficHours: hours }, actor),
      event('grouped', null, actor, says),
    );
    return { outcome: 'done', says };
  });
}

/** Sends a pod one step forward, to `to`. Shops whose gates are closed follow while the pod is under way. */
export async function advancePod(
  { database, counters }: Stores,
  { actor, seenVersion, podId, to }: Author & { podId: number; to: TruthState },
): Promise<ActResult> {
  const result = await act(database, async (tx, { row, pods }) => {
    const pod = pods.find((one) => one.podId === podId);
    if (!pod) return refused(`There is no pod ${podId}.`);
    if (pod.status === 'advancing' && pod.aim === to) {
      return { outcome: 'already', says: `Pod ${podId} is on its way already.` };
    }
    if (isOlder(seenVersion, row)) return { outcome: 'changed', by: row.changedBy };
    if (row.status === 'stopped') {
      return refused(`The roll-out is stopped (${row.stoppedWhy}). Say that it goes on first.`);
    }
    if (!isWatched(row)) {
      return refused('Nobody would watch: the worker does not run. Start it with npm run worker.');
    }
    const other = pods.find((one) => one.podId !== podId && one.status !== 'resting');
    if (other) return refused(`Pod ${other.podId} is under way: wait until it is safe, or take it back.`);
    if (pod.status === 'going_back') return refused(`Pod ${podId} is on its way back.`);
    const [places] = await tx.send(call(listPlaces, { podId }));
    const states = (places?.rows ?? []).map(({ state }) => place(state));
    const next = stateAfter(truthStates[Math.min(...states)] ?? 'mysql');
    if (!next) return refused(`Pod ${podId} has arrived: ${stateTexts.mysql.name}.`);
    if (next !== to) return refused(`The next step of pod ${podId} leads to ${next}, not to ${to}.`);
    const says = `Pod ${podId} to ${stateTexts[to].name}.`;
    await tx.send(
      ...(pod.status === 'resting' ? [call(markSafe, { podId })] : []),
      call(writePod, { podId, status: 'advancing', aim: to }),
      ...write(row, actor),
      event('advance', podId, actor, says),
    );
    return { outcome: 'done', says };
  });
  if (result.outcome === 'changed' || result.outcome === 'refused') return result;
  const reason = `roll-out, pod ${podId}`;
  const moved = await bringForward({ database, counters, actor, reason }, podId, to);
  return { ...result, says: `${result.says} ${movedInWords(moved)}` };
}

/** Takes a pod back to `to`, whatever has changed and whatever else is under way. */
export async function setPodBack(
  { database, counters }: Stores,
  { actor, podId, to }: Author & { podId: number; to: TruthState },
): Promise<ActResult> {
  const result = await act(database, async (tx, { row, pods }) => {
    if (!pods.some((one) => one.podId === podId)) return refused(`There is no pod ${podId}.`);
    const says = `Pod ${podId} back to ${stateTexts[to].name}.`;
    await tx.send(
      call(markSafe, { podId }),
      call(lowerSafe, { podId, to }),
      call(writePod, { podId, status: 'going_back', aim: to }),
      ...write(row, actor),
      event('back', podId, actor, says),
    );
    return { outcome: 'done', says };
  });
  return result.outcome === 'done' ? takeBack({ database, counters }, [podId], actor, result) : result;
}

/** Stops: nothing goes forward, and what is under way goes back to its last safe state. */
export async function stopRollOut(
  { database, counters }: Stores,
  { actor, why }: Author & { why: string },
): Promise<ActResult> {
  let going: number[] = [];
  const result = await act(database, async (tx, { row, pods }) => {
    if (row.status === 'stopped') {
      return { outcome: 'already', says: `It is stopped already: ${row.stoppedWhy}` };
    }
    going = pods.filter(({ status }) => status === 'advancing').map(({ podId }) => podId);
    const what = going.length > 0 ? ` Pod ${going.join(', ')} goes back to its last safe state.` : '';
    await tx.send(
      ...going.map((podId) => {
        const aim = pods.find((pod) => pod.podId === podId)?.aim ?? 'redis';
        return call(writePod, { podId, status: 'going_back', aim });
      }),
      ...write({ ...row, status: 'stopped', stoppedWhy: why.slice(0, 200) }, actor),
      event('stop', going[0] ?? null, actor, `${why}.${what}`),
    );
    return { outcome: 'done', says: `Stopped.${what}` };
  });
  return result.outcome === 'done' ? takeBack({ database, counters }, going, actor, result) : result;
}

export function goOn(database: Database, { actor, seenVersion }: Author): Promise<ActResult> {
  return act(database, async (tx, { row }) => {
    if (row.status === 'running') return { outcome: 'already', says: 'It goes on already.' };
    if (isOlder(seenVersion, row)) return { outcome: 'changed', by: row.changedBy };
    await tx.send(
      ...write({ ...row, status: 'running', stoppedWhy: '' }, actor),
      event('go_on', null, actor, `Goes on after: ${row.stoppedWhy}`),
    );
    return { outcome: 'done', says: 'The roll-out goes on.' };
  });
}

/** Changes the thresholds if they still are as whoever acts has `seen` them (left out: any); what else happened meanwhile is no obstacle. */
export function setThresholds(
  database: Database,
  {
    actor,
    seen,
    thresholds,
  }: { actor: string; seen?: Partial<RollOutThresholds>; thresholds: RollOutThresholds },
): Promise<ActResult> {
  const [problem] = problemsOf(thresholds);
  if (problem) return Promise.resolve(refused(problem));
  return act(database, async (tx, { row }) => {
    const keys = Object.keys(thresholds) as (keyof RollOutThresholds)[];
    const changes = keys
      .filter((key) => thresholds[key] !== row.thresholds[key])
      .map((key) => `${key} ${row.thresholds[key]} → ${thresholds[key]}`);
    if (changes.length === 0) return { outcome: 'already', says: 'The thresholds were so already.' };
    if (seen && keys.some((key) => seen[key] !== row.thresholds[key]))
      return { outcome: 'changed', by: row.changedBy };
    await tx.send(
      ...write({ ...row, thresholds }, actor),
      event('thresholds', null, actor, changes.join(', ')),
    );
    return { outcome: 'done', says: 'Thresholds saved.' };
  });
}

/** Says that the pod has been watched for long enough: what its shops have reached is safe. */
export function markPodSafe(database: Database, podId: number, actor: string): Promise<ActResult> {
  return act(database, async (tx, { pods }) => {
    if (pods.find((pod) => pod.podId === podId)?.status !== 'advancing') {
      return { outcome: 'already', says: `Pod ${podId} is not under way.` };
    }
    const says = `Pod ${podId} was watched, and no threshold was passed.`;
    await tx.send(
      call(markSafe, { podId }),
      call(restPod, { podId, from: 'advancing' }),
      event('safe', podId, actor, says),
    );
    return { outcome: 'done', says };
  });
}

/** Ends the way back of pods whose shops are all in their safe state; the watch goes on with the others. */
export async function takeBack(
  { database, counters }: Stores,
  podIds: readonly number[],
  actor: string,
  result: { readonly outcome: 'done' | 'already'; readonly says: string; readonly version?: number },
): Promise<ActResult> {
  const words = [result.says];
  for (const podId of podIds) {
    const mover = { database, counters, actor, reason: `roll-out, pod ${podId} back` };
    const moved = await bringBack(mover, podId);
    words.push(movedInWords(moved));
    if (moved.arrived < moved.all) continue;
    await database.session('roll-out', (session) =>
      session.send(call(restPod, { podId, from: 'going_back' })),
    );
  }
  return { ...result, says: words.join(' ') };
}

const isOlder = (seenVersion: number | undefined, row: RollOutRow) =>
  seenVersion !== undefined && seenVersion !== row.version;

function act(
  database: Database,
  work: (tx: Transaction, step: Step) => Promise<ActResult>,
): Promise<ActResult> {
  return withRetry(() =>
    database.transaction('roll-out', async (tx) => {
      const [, locked, pods] = await tx.send(
        call(openRollOut, { thresholds: JSON.stringify(defaultThresholds) }),
        call(lockRollOut),
        call(listPods),
      );
      const row = toRow(locked?.rows[0] ?? {});
      const result = await work(tx, { row, pods: (pods?.rows ?? []) as PodRow[] });
      return { ...result, version: row.version + (result.outcome === 'done' ? 1 : 0) };
    }),
  );
}

function write(row: RollOutRow, actor: string) {
  const { status, stoppedWhy, groupedBy, trafficHours } = row;
  const thresholds = JSON.stringify(row.thresholds);
  return [call(writeRollOut, { status, stoppedWhy, groupedBy, trafficHours, thresholds, actor })];
}

function event(kind: string, podId: number | null, actor: string, says: string) {
  return call(recordEvent, { eventId: uuidv7(), kind, podId, actor, says: says.slice(0, 500) });
}
