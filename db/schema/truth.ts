/**
 * Which store a shop's reserves believe while it moves from Redis to MySQL, and what was seen on the way.
 *
 * A shop without a row is in state `mysql`, as if Redis had never been there: nothing of this is read on its hot path.
 */
import {
  bigint,
  boolean,
  index,
  int,
  json,
  mysqlEnum,
  mysqlTable,
  primaryKey,
  varchar,
} from 'drizzle-orm/mysql-core';
import { createdAt, moment, shopId, uuid } from './columns';

/** The states of `legacy/truth/states.ts`, in the order of the way forward. */
export const truthState = (name: string) =>
  mysqlEnum(name, ['redis', 'shadow', 'mysql_redis_written', 'mysql']).notNull();

/** One shop's state. Whoever makes a hold that only Redis knows holds this row FOR SHARE while writing its header. */
export const shopTruths = mysqlTable(
  'shop_truths',
  {
    shopId: shopId(),
    state: truthState('state'),
    /** Counts switches and rebuilds of the counters; a hold that Redis decided under an older one isn't written. */
    version: int('version', { unsigned: true }).notNull().default(1),
    /** After a switch of who decides, both have to agree to a hold until every process has heard of it. */
    isSettling: boolean('is_settling').notNull().default(false),
    changedAt: moment('changed_at').notNull(),
    changedBy: varchar('changed_by', { length: 80 }).notNull(),
  },
  (table) => [primaryKey({ name: 'shop_truths_key', columns: [table.shopId] })],
);

/** Every switch: who, when, why, and what was done to the counters. Append-only. */
export const truthSwitches = mysqlTable(
  'truth_switches',
  {
    shopId: shopId(),
    version: int('version', { unsigned: true }).notNull(),
    fromState: truthState('from_state'),
    toState: truthState('to_state'),
    actor: varchar('actor', { length: 80 }).notNull(),
    reason: varchar('reason', { length: 200 }).notNull().default(''),
    /** Live holds that were taken under the state before and are honoured under the new one. */
    holdsCarried: int('holds_carried', { unsigned: true }).notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'truth_switches_key', columns: [table.shopId, table.version] }),
    index('truth_switches_by_time').on(table.shopId, table.createdAt),
  ],
);

/** What the comparisons of ten seconds in one state came to; written by each process for itself. */
export const truthComparisons = mysqlTable(
  'truth_comparisons',
  {
    shopId: shopId(),
    /** Unix time of the ten seconds' beginning, or of the state's if that is later, in seconds. */
    bucketAt: int('bucket_at', { unsigned: true }).notNull(),
    processId: uuid('process_id').notNull(),
    state: truthState('state'),
    compared: int('compared', { unsigned: true }).notNull(),
    timing: int('timing', { unsigned: true }).notNull(),
    expiry: int('expiry', { unsigned: true }).notNull(),
    location: int('location', { unsigned: true }).notNull(),
    bug: int('bug', { unsigned: true }).notNull(),
    /** Shadows that took too long or failed: given up, so that the checkout went on. */
    dropped: int('dropped', { unsigned: true }).notNull(),
    /** Reserves that were decided or should have been; with MySQL alone too, once a shop has moved. */
    decided: int('decided', { unsigned: true }).notNull().default(0),
    /** Of those, the ones that failed or were answered "busy". */
    failed: int('failed', { unsigned: true }).notNull(),
    /** Time that the deciding store took, added up, in µs. */
    decidingUs: bigint('deciding_us', { mode: 'number', unsigned: true }).notNull(),
    /** The same of the other store. */
    shadowUs: bigint('shadow_us', { mode: 'number', unsigned: true }).notNull(),
  },
  (table) => [
    primaryKey({
      name: 'truth_comparisons_key',
      columns: [table.shopId, table.bucketAt, table.processId, table.state],
    }),
  ],
);

/** One reserve that the two stores decided differently. */
export const truthDifferences = mysqlTable(
  'truth_differences',
  {
    shopId: shopId(),
    differenceId: uuid('difference_id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    checkoutId: uuid('checkout_id').notNull(),
    state: truthState('state'),
    redisDecision: mysqlEnum('redis_decision', ['reserved', 'refused']).notNull(),
    mysqlDecision: mysqlEnum('mysql_decision', ['reserved', 'sold_out', 'all_held']).notNull(),
    reason: mysqlEnum('reason', ['timing', 'expiry', 'location', 'bug']).notNull(),
    /** Lines, counts on both sides at the second look, and what follows from them. */
    detail: json('detail').$type<DifferenceDetail>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'truth_differences_key', columns: [table.shopId, table.differenceId] }),
    index('truth_differences_by_time').on(table.shopId, table.createdAt),
    index('truth_differences_by_reason').on(table.shopId, table.reason, table.createdAt),
  ],
);

export interface DifferenceDetail {
  readonly items: readonly {
    readonly inventoryItemId: number;
    readonly wanted: number;
    /** Units free by Redis' counter; null when the key is missing. */
    readonly redisFree: number | null;
    /** Units in the holds that Redis counts. */
    readonly redisHeld: number;
    /** Units free by MySQL over all locations. */
    readonly mysqlFree: number;
    /** Units in live holds of MySQL. */
    readonly mysqlHeld: number;
    /** The same at the locations that serve the buyer's region. */
    readonly mysqlServing: number;
    /** Units in holds that are over their time and not taken back yet. */
    readonly overdue: number;
  }[];
  /** Holds that one side knew and the other didn't at the second look. */
  readonly onlyInRedis: number;
  readonly onlyInMysql: number;
  /** Looks that it took until both sides had the same holds. */
  readonly looks: number;
}
