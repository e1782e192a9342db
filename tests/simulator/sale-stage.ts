/** Sales on the worker's test schema: in this process, or in one of their own that can be killed. */
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { afterAll, expect } from 'vitest';
import { createDatabase } from '@/db/database';
import { judgeInputs, runsOf, type SaleInputs } from '@/simulator/inputs';
import type { RunReport } from '@/simulator/report';
import { createRuns } from '@/simulator/run-records';
import { runSchema, runUrl } from '@/simulator/run-schemas';
import { executeSale } from '@/simulator/sale';
import { openTestShop } from '@/tests/support/database';

export function inputsOf(given: Readonly<Record<string, unknown>>): SaleInputs {
  const { inputs, errors } = judgeInputs({
    strategies: ['unit-pool'],
    stock: 20,
    buyers: 60,
    connections: 16,
    arrivalSeconds: 0.2,
    paymentMs: 20,
    ...given,
  });
  if (!inputs) throw new Error(JSON.stringify(errors));
  return inputs;
}

export function stageSales() {
  const shop = openTestShop();
  const made: number[] = [];

  afterAll(async () => {
    const database = createDatabase({ url: shop.url, connectionLimit: 1 });
    for (const runId of new Set(made)) {
      await database.session('test', ({ connection }) =>
        connection.query('DROP DATABASE IF EXISTS ??', [runSchema(database.schema, runId)]),
      );
    }
    await database.close();
  });

  return {
    main: shop.database,
    url: shop.url,
    /** Records a sale as queued and returns the ids of its runs. */
    async record(given: Readonly<Record<string, unknown>>): Promise<number[]> {
      const ids = await createRuns(shop.database, runsOf(inputsOf(given)), null);
      made.push(...ids);
      return ids;
    },
    /** Notes a run that somebody else recorded, so that its schema is dropped at the end. */
    made(runId: number): void {
      made.push(runId);
    },
    /** How many connections are on the schema of a run. */
    async connectedTo(runId: number): Promise<number> {
      const [row] = await this.look(
        runId,
        `SELECT COUNT(*) AS count
           FROM performance_schema.processlist
          WHERE DB = DATABASE()
            AND ID <> CONNECTION_ID()`,
      );
      return row?.count;
    },
    /** Carries a sale out in this process. */
    async sell(
      given: Readonly<Record<string, unknown>>,
      signal: AbortSignal = new AbortController().signal,
    ): Promise<RunReport[]> {
      const [firstRunId = 0] = await this.record(given);
      return executeSale({ main: shop.database, firstRunId, signal });
    },
    /** A connection on the schema of a run. */
    async look(runId: number, sql: string): Promise<RowDataPacket[]> {
      const connection = await mysql.createConnection({ uri: runUrl(shop.url, runId), timezone: 'Z' });
      try {
        const [rows] = await connection.query<RowDataPacket[]>(sql);
        return rows;
      } finally {
        await connection.end();
      }
    },
    /** No hold is left in a run, and nothing is still connected to its schema. */
    async expectReleased(runId: number): Promise<void> {
      const [held] = await this.look(
        runId,
        `SELECT (SELECT COUNT(*) FROM reservations WHERE status = 'held') AS holds,
                (SELECT COUNT(*) FROM reserved_units) AS units`,
      );
      expect(held).toEqual({ holds: 0, units: 0 });
    },
  };
}
