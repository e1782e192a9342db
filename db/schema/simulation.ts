/**
 * Simulated sales: runs, their time series, what was found, and what each buyer met.
 *
 * Runs, samples and findings live in the shop's schema and stay; the attempts of run N live in the schema of that run,
 * beside the stock that they are about, and go with it when it is dropped; so do its refills, and its statements where they were recorded.
 */
import {
  bigint,
  index,
  int,
  json,
  mysqlEnum,
  mysqlTable,
  primaryKey,
  smallint,
  text,
  varchar,
} from 'drizzle-orm/mysql-core';
import { createdAt, moment, sequenceId, uuid } from './columns';

/** One sale of one strategy. */
export const simulationRuns = mysqlTable(
  'simulation_runs',
  {
    runId: bigint('run_id', { mode: 'number', unsigned: true }).notNull().autoincrement(),
    /** The first of the runs that were started side by side; the run itself when it is alone. */
    firstRunId: sequenceId('first_run_id'),
    position: smallint('position', { unsigned: true }).notNull(),
    strategy: varchar('strategy', { length: 40 }).notNull(),
    scenario: varchar('scenario', { length: 40 }),
    /** queued → preparing → selling → judging → finished; stopped on request; interrupted when its process died; failed. */
    state: mysqlEnum('state', [
      'queued',
      'preparing',
      'selling',
      'judging',
      'finished',
      'stopped',
      'interrupted',
      'failed',
    ]).notNull(),
    inputs: json('inputs').notNull(),
    environment: json('environment'),
    /** The newest picture of a sale that is under way. */
    frame: json('frame'),
    /** Verdict, figures and evidence in short; null until judged. */
    report: json('report'),
    /** Why it was stopped, interrupted or failed, in a sentence. */
    note: varchar('note', { length: 1000 }).notNull().default(''),
    createdAt: createdAt(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
    heartbeatAt: moment('heartbeat_at'),
    stopRequestedAt: moment('stop_requested_at'),
    /** When the schema of the run was dropped to make room for newer ones. */
    droppedAt: moment('dropped_at'),
  },
  (table) => [
    primaryKey({ name: 'simulation_runs_key', columns: [table.runId] }),
    index('runs_started_together').on(table.firstRunId, table.position),
    index('runs_by_state').on(table.state),
  ],
);

/** The figures of one moment of a run. */
export const simulationSamples = mysqlTable(
  'simulation_samples',
  {
    runId: sequenceId('run_id'),
    sequence: int('sequence', { unsigned: true }).notNull(),
    /** Milliseconds since the doors opened. */
    atMs: int('at_ms', { unsigned: true }).notNull(),
    figures: json('figures').notNull(),
  },
  (table) => [primaryKey({ name: 'simulation_samples_key', columns: [table.runId, table.sequence] })],
);

/** One piece of evidence behind a verdict. */
export const simulationFindings = mysqlTable(
  'simulation_findings',
  {
    runId: sequenceId('run_id'),
    findingId: int('finding_id', { unsigned: true }).notNull(),
    kind: mysqlEnum('kind', [
      'shared_unit',
      'false_refusal',
      'leaked_units',
      'paid_without_order',
      'wrong_location',
      'interrupted_claim',
    ]).notNull(),
    detail: json('detail').notNull(),
  },
  (table) => [primaryKey({ name: 'simulation_findings_key', columns: [table.runId, table.findingId] })],
);

/** What one buyer wanted and met. Moments are microseconds since the doors opened, by the simulator's clock. */
export const simulationAttempts = mysqlTable(
  'simulation_attempts',
  {
    buyer: int('buyer', { unsigned: true }).notNull(),
    checkoutId: uuid('checkout_id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    orderId: uuid('order_id'),
    outcome: mysqlEnum('outcome', [
      'claimed',
      'sold_out',
      'all_held',
      'busy',
      'released',
      'expired',
      'refunded',
      'failed',
    ]).notNull(),
    /** [inventory item, quantity] of each line. */
    lines: json('lines').$type<[number, number][]>().notNull(),
    unitsWanted: int('units_wanted', { unsigned: true }).notNull(),
    /** Inventory groups that were asked, in order; the last one answered. */
    groups: json('groups').$type<number[]>().notNull(),
    wouldPay: int('would_pay').notNull(),
    arrivedUs: sequenceId('arrived_us'),
    startedUs: sequenceId('started_us'),
    answeredUs: sequenceId('answered_us'),
    /** Claimed, given back or found expired; null for who was refused. */
    endedUs: bigint('ended_us', { mode: 'number', unsigned: true }),
    /** Units that the tables showed as free right after a refusal. */
    freeAfter: int('free_after', { unsigned: true }),
    /** [item, group, unit] of each unit that was held. */
    units: json('units').$type<[number, number, number][]>(),
    /** [item, group, quantity] that a counter showed when it was read. */
    seen: json('seen').$type<[number, number, number][]>(),
    amountMinor: bigint('amount_minor', { mode: 'number', unsigned: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'simulation_attempts_key', columns: [table.buyer] }),
    index('attempts_by_reservation').on(table.reservationId),
  ],
);

/** Payments as the gateway's own books have them: what it took, whatever became of the shop's process afterwards. */
export const simulationPayments = mysqlTable(
  'simulation_payments',
  {
    reservationId: uuid('reservation_id').notNull(),
    buyer: int('buyer', { unsigned: true }).notNull(),
    amountMinor: bigint('amount_minor', { mode: 'number', unsigned: true }).notNull(),
    paidAt: moment('paid_at').notNull(),
  },
  (table) => [primaryKey({ name: 'simulation_payments_key', columns: [table.reservationId] })],
);

/** The text of a statement that a run sent, `:name` where a value goes. Each distinct text once. */
export const simulationTexts = mysqlTable(
  'simulation_texts',
  {
    textId: int('text_id', { unsigned: true }).notNull(),
    name: varchar('name', { length: 80 }).notNull(),
    sql: text('sql').notNull(),
  },
  (table) => [primaryKey({ name: 'simulation_texts_key', columns: [table.textId] })],
);

/** One packet that a run sent for holds: what was in it, over which connection, when and for how long. */
export const simulationPackets = mysqlTable(
  'simulation_packets',
  {
    /** Counted from 1 in the order in which they ended; a run keeps a bounded number. */
    packetId: int('packet_id', { unsigned: true }).notNull(),
    connectionId: sequenceId('connection_id'),
    tag: varchar('tag', { length: 40 }).notNull(),
    startedAt: moment('started_at').notNull(),
    durationUs: int('duration_us', { unsigned: true }).notNull(),
    /** [text, values] of each statement, in order. */
    statements: json('statements').$type<[number, Record<string, unknown>][]>().notNull(),
    error: varchar('error', { length: 500 }),
  },
  (table) => [primaryKey({ name: 'simulation_packets_key', columns: [table.packetId] })],
);

/** The holds that a packet was sent for: one, or those that shared a transaction. */
export const simulationPacketHolds = mysqlTable(
  'simulation_packet_holds',
  {
    reservationId: uuid('reservation_id').notNull(),
    packetId: int('packet_id', { unsigned: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'simulation_packet_holds_key', columns: [table.reservationId, table.packetId] }),
  ],
);

/** One refill of a pool in a run, with the checkouts that waited for it. */
export const simulationRefills = mysqlTable(
  'simulation_refills',
  {
    /** Counted from 1 in the order in which they ended. */
    refillId: int('refill_id', { unsigned: true }).notNull(),
    inventoryItemId: sequenceId('inventory_item_id'),
    inventoryGroupId: sequenceId('inventory_group_id'),
    refilledAt: moment('refilled_at').notNull(),
    kind: mysqlEnum('kind', ['inline', 'background']).notNull(),
    added: int('added', { unsigned: true }).notNull(),
    durationUs: int('duration_us', { unsigned: true }).notNull(),
    waits: json('waits')
      .$type<{ count: number; longest: readonly { checkoutId: string; waitedMs: number }[] }>()
      .notNull(),
  },
  (table) => [primaryKey({ name: 'simulation_refills_key', columns: [table.refillId] })],
);
