import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@/db/database';
import { withRetry } from '@/db/retry';
import { call } from '@/db/statement';
import type { Transaction } from '@/db/transaction';
import { readFigures } from './comparison-sql';
import type { Counters } from './counters';
import { LEASE_MS } from './directory';
import { loadCounters } from './load';
import {
  findLaterSwitch,
  findShop,
  listLiveLines,
  listPromises,
  lockTruth,
  openTruth,
  readTruth,
  recordSwitch,
  settle,
  writeTruth,
} from './sql';
import { judgeSwitch, type TruthFigures, type TruthState, truthStates } from './states';

export interface SwitchRequest {
  readonly shopId: number;
  readonly to: TruthState;
  readonly actor: string;
  readonly reason: string;
  /** The version that whoever asks has seen; someone faster makes this call `changed`. Left out: any. */
  readonly seenVersion?: number;
}

export type SwitchResult =
  | {
      readonly outcome: 'switched';
      readonly from: TruthState;
      readonly version: number;
      readonly holdsCarried: number;
    }
  | { readonly outcome: 'already' | 'not_found' }
  | { readonly outcome: 'no_redis'; readonly missing: string }
  | { readonly outcome: 'impossible'; readonly from: TruthState; readonly allowed: readonly TruthState[] }
  | { readonly outcome: 'closed'; readonly from: TruthState; readonly closed: readonly string[] }
  /** Somebody else switched meanwhile. */
  | { readonly outcome: 'changed'; readonly state: TruthState; readonly by: string };

export interface ShopTruth {
  readonly name: string;
  readonly state: TruthState;
  readonly version: number;
  readonly isSettling: boolean;
  /** Of the last switch; null before the first. */
  readonly changedAt: Date | null;
  readonly changedBy: string | null;
  readonly figures: TruthFigures;
}

/** Where a shop stands and what has been seen since; undefined for a shop that isn't there. */
export async function readShopTruth(database: Database, shopId: number): Promise<ShopTruth | undefined> {
  // Without locks: a page that is looked at must not stand in the way of a checkout.
  const [shop, truth, seen, promises] = await database.session('truth', (session) =>
    session.send(
      call(findShop, { shopId }),
      call(readTruth, { shopId }),
      call(readFigures, { shopId }),
      call(listPromises, { shopId }),
    ),
  );
  if (!shop?.rows[0]) return undefined;
  const { state, version, isSettling, changedAt, changedBy } = truth?.rows[0] ?? {};
  return {
    name: shop.rows[0].name,
    state: state ?? 'mysql',
    version: version ?? 1,
    isSettling: isSettling === 1,
    changedAt: changedAt ?? null,
    changedBy: changedBy ?? null,
    figures: toFigures(seen?.rows[0], promises?.rows.length ?? 0),
  };
}

/**
 * Switches a shop. New reserves follow within `LEASE_MS` in every process; from then until the switch has settled, a
 * hold needs the yes of both stores if who decides has changed. Pressed twice, it is one switch.
 *
 * Throws: RedisError when Redis fails while its counters are loaded: the shop then keeps the state before, or needs both
 * until the worker has loaded them; what the database reports. With MySQL down nothing is switched, and nothing sold.
 */
export async function switchTruth(
  database: Database,
  counters: Counters | undefined,
  request: SwitchRequest,
): Promise<SwitchResult> {
  const { shopId, to } = request;
  if (to !== 'mysql' && !counters) {
    return { outcome: 'no_redis', missing: 'No Redis is connected, and this state needs one.' };
  }
  // A Redis that doesn't answer is found out before anything is switched.
  if (to !== 'mysql') await counters?.redis.send('PING');
  const written = await withRetry(() => write(database, request));
  if (written.outcome !== 'switched' || !counters || to === 'mysql') return written;
  const isBack = truthStates.indexOf(to) < truthStates.indexOf(written.from);
  const version =
    isBack || to === 'shadow' ? await loadCounters(database, counters, shopId) : written.version;
  return { ...written, version };
}

/** Waits until every process has heard of a switch, and lets the deciding store decide alone. */
export async function settleTruth(database: Database, counters: Counters, shopId: number): Promise<void> {
  await delay(LEASE_MS);
  await finishSettling(database, counters, shopId);
}

/** The same for a switch whose own process is gone; does nothing before its time. */
export async function finishSettling(database: Database, counters: Counters, shopId: number): Promise<void> {
  // Holds of processes that told nobody, because they believed the state before.
  await loadCounters(database, counters, shopId);
  await database.session('truth', (session) => session.send(call(settle, { shopId, settlingMs: LEASE_MS })));
}

function write(database: Database, request: SwitchRequest): Promise<SwitchResult> {
  const { shopId, to, actor, reason, seenVersion } = request;
  return database.transaction<SwitchResult>('truth', async (tx) => {
    const [shop] = await tx.send(call(findShop, { shopId }));
    if (!shop?.rows[0]) return { outcome: 'not_found' };
    const [, locked] = await tx.send(call(openTruth, { shopId }), call(lockTruth, { shopId }));
    const { state: from, version, changedBy: by } = locked?.rows[0] ?? {};
    if (from === to) return { outcome: 'already' };
    const isSeen = seenVersion === undefined || seenVersion >= version;
    if (!isSeen && (await hasSwitchedSince(tx, shopId, seenVersion))) {
      return { outcome: 'changed', state: from, by };
    }
    // Going back waits for nothing.
    const promises = from === 'shadow' && isMysql(to) ? await untilFilled(tx, shopId) : 0;
    const [seen, live] = await tx.send(call(readFigures, { shopId }), call(listLiveLines, { shopId }));
    const verdict = judgeSwitch(from, to, toFigures(seen?.rows[0], promises));
    if (verdict.outcome !== 'allowed') return { ...verdict, from };
    const holdsCarried = new Set((live?.rows ?? []).map((row) => row.reservationId)).size;
    const changesDecider = isMysql(from) !== isMysql(to);
    await tx.commit(
      call(writeTruth, { shopId, state: to, isSettling: changesDecider && !isMysql(to) ? 1 : 0, actor }),
      call(recordSwitch, { shopId, version: version + 1, from, to, actor, reason, holdsCarried }),
    );
    return { outcome: 'switched', from, version: version + 1, holdsCarried };
  });
}

/**
 * Waits for the units of promises that are on their way. The state is locked, so that no further one is written; those that a
 * process left behind are the worker's, and keep the gate closed. Returns how many are left.
 */
async function untilFilled(tx: Transaction, shopId: number): Promise<number> {
  for (let look = 1; ; look += 1) {
    const [promises] = await tx.send(call(listPromises, { shopId }));
    const left = promises?.rows.length ?? 0;
    if (left === 0 || look === MOST_FILL_LOOKS) return left;
    await delay(BETWEEN_FILL_LOOKS_MS);
  }
}

async function hasSwitchedSince(tx: Transaction, shopId: number, seenVersion: number): Promise<boolean> {
  const [later] = await tx.send(call(findLaterSwitch, { shopId, seenVersion }));
  return (later?.rows.length ?? 0) > 0;
}

/** A second at most: reserves of the shop wait meanwhile. */
const MOST_FILL_LOOKS = 50;
const BETWEEN_FILL_LOOKS_MS = 20;

const isMysql = (state: TruthState) => state === 'mysql' || state === 'mysql_redis_written';

function toFigures(row: Record<string, unknown> | undefined, promises: number): TruthFigures {
  const n = (name: string) => Number(row?.[name] ?? 0);
  return {
    compared: n('compared'),
    timing: n('timing'),
    expiry: n('expiry'),
    location: n('location'),
    bug: n('bug'),
    dropped: n('dropped'),
    promises,
  };
}
