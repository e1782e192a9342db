/**
 * Column kinds that the tables share.
 *
 * Identifiers made by the app are UUIDv7: a string with dashes in TypeScript, BINARY(16) in MySQL, so that a key is
 * half as long and rows of one moment lie side by side. Times are DATETIME(3) in UTC, set by MySQL's own clock.
 */
import { sql } from 'drizzle-orm';
import { bigint, customType, datetime, int } from 'drizzle-orm/mysql-core';
import { parse, stringify } from 'uuid';

/** BINARY(16) column that reads and writes a UUID string with dashes. */
export const uuid = customType<{ data: string; driverData: Buffer }>({
  dataType: () => 'binary(16)',
  toDriver: (value) => Buffer.from(parse(value)),
  fromDriver: (value) => stringify(value),
});

/** First column of every key: the shop is the shard. */
export const shopId = () => int('shop_id', { unsigned: true }).notNull();

/** Identifier counted upwards by the app; safe as a JavaScript number up to 2^53. */
export const sequenceId = (name: string) => bigint(name, { mode: 'number', unsigned: true }).notNull();

/** Moment in UTC with milliseconds. */
export const moment = (name: string) => datetime(name, { mode: 'date', fsp: 3 });

/** Moment at which MySQL wrote the row. */
export const createdAt = () => moment('created_at').notNull().default(sql`(NOW(3))`);
