/** What a page, a terminal and the watch see of a roll-out. */
import type { Database } from '@/db/database';
import type { RollOutMeasures, RollOutThresholds } from '@/db/schema/roll-out';
import { call } from '@/db/statement';
import { gatesOf, type TruthFigures, type TruthState, truthStates } from '@/legacy/truth/states';
import { listEvents, listMembers, listPods, openRollOut, readRollOutRow } from './sql';
import { defaultThresholds } from './thresholds';

export interface PodShop {
  readonly shopId: number;
  readonly name: string;
  readonly slug: string;
  readonly checkouts: number;
  readonly state: TruthState;
  readonly safeState: TruthState;
  readonly compared: number;
  /** What the next step forward waits for; a last look at live holds is taken when it is made. */
  readonly closed: readonly string[];
}

export interface Pod {
  readonly podId: number;
  readonly status: 'resting' | 'advancing' | 'going_back';
  readonly aim: TruthState;
  /** Since the last step forward, by MySQL's clock. */
  readonly steppedAgoMs: number | null;
  readonly shops: readonly PodShop[];
  /** The state of the shop that is furthest behind, and of the one that is ahead. */
  readonly behind: TruthState;
  readonly ahead: TruthState;
  /** Where the next step leads; undefined when all have arrived. */
  readonly next: TruthState | undefined;
}

export interface RollOutEvent {
  readonly eventId: string;
  readonly kind: 'grouped' | 'advance' | 'back' | 'safe' | 'stop' | 'go_on' | 'thresholds';
  readonly podId: number | null;
  readonly actor: string;
  readonly says: string;
  readonly createdAt: Date;
}

export interface RollOutRow {
  readonly version: number;
  readonly status: 'running' | 'stopped';
  readonly stoppedWhy: string;
  readonly groupedBy: 'traffic' | 'percentage' | 'list';
  readonly trafficHours: number;
  readonly thresholds: RollOutThresholds;
  readonly measures: RollOutMeasures | null;
  /** Null before anybody has measured. */
  readonly measuredAgoMs: number | null;
  readonly changedBy: string;
}

export interface RollOut extends RollOutRow {
  readonly isWatched: boolean;
  readonly pods: readonly Pod[];
  readonly events: readonly RollOutEvent[];
}

/** Older measures than this, in ms: nobody is measuring. */
const STALE_MS = 10_000;

export const isWatched = ({ measuredAgoMs }: Pick<RollOutRow, 'measuredAgoMs'>) =>
  measuredAgoMs !== null && Number(measuredAgoMs) < STALE_MS;

export const stateAfter = (state: TruthState): TruthState | undefined =>
  truthStates[truthStates.indexOf(state) + 1];
export const stateBefore = (state: TruthState): TruthState | undefined =>
  truthStates[truthStates.indexOf(state) - 1];

export async function readRollOut(database: Database): Promise<RollOut> {
  const [, row, pods, members, events] = await database.session('roll-out', (session) =>
    session.send(
      call(openRollOut, { thresholds: JSON.stringify(defaultThresholds) }),
      call(readRollOutRow),
      call(listPods),
      call(listMembers),
      call(listEvents),
    ),
  );
  const head = toRow(row?.rows[0] ?? {});
  const shops = (members?.rows ?? []).map((member) => ({ podId: member.podId, shop: toShop(member) }));
  return {
    ...head,
    isWatched: isWatched(head),
    pods: (pods?.rows ?? []).map((pod) =>
      toPod(
        pod,
        shops.filter(({ podId }) => podId === pod.podId).map(({ shop }) => shop),
      ),
    ),
    events: (events?.rows ?? []) as RollOutEvent[],
  };
}

export function toRow(row: Record<string, unknown>): RollOutRow {
  const { measuredAgoMs } = row;
  return {
    ...(row as unknown as RollOutRow),
    thresholds: { ...defaultThresholds, ...(row.thresholds as RollOutThresholds) },
    measuredAgoMs: measuredAgoMs === null ? null : Number(measuredAgoMs),
  };
}

function toShop(row: Record<string, unknown>): PodShop {
  const n = (name: string) => Number(row[name] ?? 0);
  const state = row.state as TruthState;
  const figures: TruthFigures = {
    compared: n('compared'),
    timing: n('timing'),
    expiry: n('expiry'),
    location: n('location'),
    bug: n('bug'),
    dropped: n('dropped'),
    promises: 0,
  };
  const next = stateAfter(state);
  const gates = next ? gatesOf(state, next, figures) : [];
  return {
    shopId: n('shopId'),
    name: String(row.name),
    slug: String(row.slug),
    checkouts: n('checkouts'),
    state,
    safeState: row.safeState as TruthState,
    compared: figures.compared,
    closed: gates.filter(({ isOpen }) => !isOpen).map(({ says }) => says),
  };
}

function toPod(row: Record<string, unknown>, shops: readonly PodShop[]): Pod {
  const places = shops.map(({ state }) => truthStates.indexOf(state));
  const behind = truthStates[Math.min(...places)] ?? 'mysql';
  const ahead = truthStates[Math.max(...places)] ?? 'mysql';
  return {
    podId: Number(row.podId),
    status: row.status as Pod['status'],
    aim: row.aim as TruthState,
    steppedAgoMs: row.steppedAgoMs === null ? null : Number(row.steppedAgoMs),
    shops,
    behind,
    ahead,
    next: stateAfter(behind),
  };
}
