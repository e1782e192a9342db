/**
 * The gradual roll-out: which shops go from Redis to MySQL together, how far each pod of them is meant to be, and what
 * stops it. There is one roll-out at a time; a shop that is in no pod takes no part.
 */
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  int,
  json,
  mysqlEnum,
  mysqlTable,
  primaryKey,
  tinyint,
  varchar,
} from 'drizzle-orm/mysql-core';
import { createdAt, moment, shopId, uuid } from './columns';
import { truthState } from './truth';

export const rollOuts = mysqlTable(
  'roll_outs',
  {
    /** Always 1: whoever changes anything of the roll-out locks this row first. */
    rollOutId: tinyint('roll_out_id', { unsigned: true }).notNull(),
    /** Counts changes by people; an act that has seen an older one is refused. */
    version: int('version', { unsigned: true }).notNull().default(0),
    /** A stopped one takes no step forward until somebody says that it goes on. */
    status: mysqlEnum('status', ['running', 'stopped']).notNull().default('running'),
    /** Why it stopped; empty while it runs. */
    stoppedWhy: varchar('stopped_why', { length: 200 }).notNull().default(''),
    groupedBy: mysqlEnum('grouped_by', ['traffic', 'percentage', 'list']).notNull().default('traffic'),
    /** The hours over which the checkouts of the shops were counted. */
    trafficHours: int('traffic_hours', { unsigned: true }).notNull().default(24),
    thresholds: json('thresholds').$type<RollOutThresholds>().notNull(),
    /** What the worker measured last; null before the first time. */
    measures: json('measures').$type<RollOutMeasures>(),
    measuredAt: moment('measured_at'),
    changedBy: varchar('changed_by', { length: 80 }).notNull().default(''),
  },
  (table) => [
    primaryKey({ name: 'roll_outs_key', columns: [table.rollOutId] }),
    check('roll_outs_one', sql`roll_out_id = 1`),
  ],
);

export const rollOutPods = mysqlTable(
  'roll_out_pods',
  {
    /** Counted from 1, which is the first to go. */
    podId: int('pod_id', { unsigned: true }).notNull(),
    /** advancing: under way and watched; going_back: until every shop is in its safe state again. */
    status: mysqlEnum('status', ['resting', 'advancing', 'going_back']).notNull().default('resting'),
    /** The state that the last step is to lead to. */
    aim: truthState('aim'),
    steppedAt: moment('stepped_at'),
  },
  (table) => [primaryKey({ name: 'roll_out_pods_key', columns: [table.podId] })],
);

export const rollOutShops = mysqlTable(
  'roll_out_shops',
  {
    shopId: shopId(),
    podId: int('pod_id', { unsigned: true }).notNull(),
    /** Checkouts begun in the hours before the pods were made. */
    checkouts: int('checkouts', { unsigned: true }).notNull(),
    /** The furthest state that was watched to the end: a stop leads back there. */
    safeState: truthState('safe_state'),
  },
  (table) => [
    primaryKey({ name: 'roll_out_shops_key', columns: [table.shopId] }),
    index('roll_out_shops_of_pod').on(table.podId),
  ],
);

/** Everything that was done to the roll-out, by whom, and every stop with what was measured. Append-only. */
export const rollOutEvents = mysqlTable(
  'roll_out_events',
  {
    eventId: uuid('event_id').notNull(),
    kind: mysqlEnum('kind', ['grouped', 'advance', 'back', 'safe', 'stop', 'go_on', 'thresholds']).notNull(),
    podId: int('pod_id', { unsigned: true }),
    actor: varchar('actor', { length: 80 }).notNull(),
    says: varchar('says', { length: 500 }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'roll_out_events_key', columns: [table.eventId] }),
    index('roll_out_events_by_time').on(table.createdAt),
  ],
);

/** The most that may be measured of the pod under way; one more, and the roll-out stops. */
export interface RollOutThresholds {
  /** Reserves that failed or were told "busy", in per cent of those decided. */
  readonly errorPercent: number;
  /** Reserves that the stores decided differently, for whatever reason, in per cent of those compared. */
  readonly differencePercent: number;
  /** Differences that nothing explains. */
  readonly unexplained: number;
  /** Waits for a row lock that began, a second, on the whole server. */
  readonly lockWaitsPerSecond: number;
  /** Connections open, in per cent of those that the server allows. */
  readonly connectionPercent: number;
  /** Over how long all this is measured, in seconds. */
  readonly windowSeconds: number;
  /** Fewer reserves than this in that time say nothing about errors and differences. */
  readonly leastReserves: number;
  /** How long a pod is watched after a step until it counts as safe, in seconds. */
  readonly watchSeconds: number;
}

export interface RollOutMeasures {
  /** The pod under way; null: all pods, with nothing under way. */
  readonly podId: number | null;
  readonly decided: number;
  readonly compared: number;
  readonly errorPercent: number;
  readonly differencePercent: number;
  readonly unexplained: number;
  readonly lockWaitsPerSecond: number;
  readonly connectionPercent: number;
}
