/**
 * Payments: the shop's attempts and what it was told about them, and the records of the test gateway, which stands for
 * a company of its own and therefore is no shop's shard.
 */
import { sql } from 'drizzle-orm';
import {
  char,
  check,
  index,
  int,
  json,
  mysqlEnum,
  mysqlTable,
  primaryKey,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/mysql-core';
import { moment, shopId, uuid } from './columns';

export const paymentAttempts = mysqlTable(
  'payment_attempts',
  {
    shopId: shopId(),
    /** Names the payment at the gateway. */
    paymentId: uuid('payment_id').notNull(),
    checkoutId: uuid('checkout_id').notNull(),
    /** Made with the form: the same form sent twice is one attempt. */
    attemptKey: uuid('attempt_key').notNull(),
    /** pending waits for the gateway; approved wins over declined and timed_out; refunded is the end. */
    status: mysqlEnum('status', ['pending', 'approved', 'declined', 'timed_out', 'refunded']).notNull(),
    amountMinor: int('amount_minor', { unsigned: true }).notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    cardLast4: char('card_last4', { length: 4 }).notNull(),
    /** What the gateway is to do with it: the test card's script. Stands for the card itself, which is never stored. */
    cardScript: varchar('card_script', { length: 40 }).notNull(),
    startedAt: moment('started_at').notNull(),
    /** Set when the gateway took the payment on. */
    acceptedAt: moment('accepted_at'),
    /** From then on the shop stops waiting; a late answer still counts. */
    timesOutAt: moment('times_out_at').notNull(),
    endedAt: moment('ended_at'),
    /** Set when an approved payment has its order or its refund. */
    settledAt: moment('settled_at'),
    declineReason: varchar('decline_reason', { length: 60 }).notNull().default(''),
  },
  (table) => [
    primaryKey({ name: 'payment_attempts_key', columns: [table.shopId, table.paymentId] }),
    uniqueIndex('payment_attempts_of_checkout').on(table.shopId, table.checkoutId, table.attemptKey),
    index('payment_attempts_to_finish').on(table.status, table.settledAt, table.timesOutAt),
    check('payment_attempts_ended', sql`(status = 'pending') = (ended_at IS NULL)`),
  ],
);

/** What the gateway told, once per event however often it told it. */
export const paymentEvents = mysqlTable(
  'payment_events',
  {
    shopId: shopId(),
    paymentId: uuid('payment_id').notNull(),
    eventKey: varchar('event_key', { length: 80 }).notNull(),
    kind: mysqlEnum('kind', ['approved', 'declined', 'refunded', 'timed_out']).notNull(),
    /** Whether it changed the payment; a late failure of a paid one doesn't. */
    effect: mysqlEnum('effect', ['applied', 'ignored']).notNull(),
    /** How often it came. */
    deliveries: int('deliveries', { unsigned: true }).notNull().default(1),
    receivedAt: moment('received_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'payment_events_key', columns: [table.shopId, table.paymentId, table.eventKey] }),
  ],
);

export const refunds = mysqlTable(
  'refunds',
  {
    shopId: shopId(),
    /** The payment's own id for a refund that the shop makes by itself, else made with the merchant's form. */
    refundId: uuid('refund_id').notNull(),
    paymentId: uuid('payment_id').notNull(),
    checkoutId: uuid('checkout_id').notNull(),
    amountMinor: int('amount_minor', { unsigned: true }).notNull(),
    reason: varchar('reason', { length: 200 }).notNull(),
    actor: varchar('actor', { length: 80 }).notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'refunds_key', columns: [table.shopId, table.refundId] }),
    index('refunds_of_checkout').on(table.shopId, table.checkoutId),
    check('refunds_amount', sql`amount_minor > 0`),
  ],
);

/** A shop's account at the test gateway. */
export const gatewayAccounts = mysqlTable(
  'gateway_accounts',
  {
    shopId: shopId(),
    /** Signs what the gateway sends. */
    webhookSecret: char('webhook_secret', { length: 64 }).notNull(),
    /** What the next payment is to do, instead of what its card says. Set by tests. */
    nextScript: json('next_script'),
  },
  (table) => [primaryKey({ name: 'gateway_accounts_key', columns: [table.shopId] })],
);

/** A webhook that the gateway has to send, until the shop has answered it. */
export const gatewayDeliveries = mysqlTable(
  'gateway_deliveries',
  {
    shopId: shopId(),
    paymentId: uuid('payment_id').notNull(),
    /** Several deliveries may tell the same event. */
    deliveryNo: int('delivery_no', { unsigned: true }).notNull(),
    eventKey: varchar('event_key', { length: 80 }).notNull(),
    kind: mysqlEnum('kind', ['approved', 'declined', 'refunded']).notNull(),
    status: mysqlEnum('status', ['waiting', 'delivered', 'abandoned']).notNull().default('waiting'),
    /** Pushed on while somebody delivers it, so that a dead sender's work is taken over. */
    dueAt: moment('due_at').notNull(),
    tries: int('tries', { unsigned: true }).notNull().default(0),
  },
  (table) => [
    primaryKey({
      name: 'gateway_deliveries_key',
      columns: [table.shopId, table.paymentId, table.deliveryNo],
    }),
    index('gateway_deliveries_due').on(table.status, table.dueAt),
  ],
);
