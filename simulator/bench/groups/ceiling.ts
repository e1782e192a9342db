/** What the machine can commit: one row and one commit per operation, with no lock that anybody could want. */
import { v7 as uuidv7 } from 'uuid';
import { call, type Statement, sqlText } from '@/db/statement';
import { warmUp } from '@/simulator/warm-up';
import { driveFor } from '../drive';
import type { Cell, Group } from '../sample';

const createTable: Statement = {
  name: 'bench.create_commits',
  purpose: 'A table with one row per commit and nothing else.',
  sql: sqlText(`
    CREATE TABLE IF NOT EXISTS bench_commits (
      id BINARY(16) NOT NULL,
      PRIMARY KEY (id)
    )
  `),
};

const insertRow: Statement = {
  name: 'bench.insert_row',
  purpose: 'One row, committed by itself: the least that can be called one operation.',
  sql: 'INSERT INTO bench_commits (id) VALUES (UUID_TO_BIN(:id))',
};

export const ceilingKey = (delayMs: number) => `ceiling ${delayMs}ms`;

const cellOf = (delayMs: number): Cell => ({
  key: ceilingKey(delayMs),
  label: `INSERT and COMMIT in one packet, ${delayMs} ms, 64 connections`,
  isQuick: delayMs === 0,
  async run(stage) {
    const database = stage.connect(64, delayMs);
    try {
      await database.session('bench', (session) => session.send(call(createTable)));
      await warmUp(database);
      return await driveFor({
        buyers: 64,
        operation: async () => {
          await database.session('bench', (session) => session.send(call(insertRow, { id: uuidv7() })));
          return true;
        },
        warmUpMs: stage.size.warmUpMs,
        readUse: () => stage.readUse(),
        measureMs: stage.size.measureMs,
      });
    } finally {
      await database.close();
    }
  },
});

export const ceiling: Group = {
  title: 'The ceiling',
  note: 'One row and one commit per operation: what this machine can do when nobody wants the same thing.',
  cells: [0, 1, 2].map(cellOf),
};
