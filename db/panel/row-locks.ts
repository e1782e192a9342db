/** An idle session with very many row locks, for measurements of what reading locks would cost then. */
import type { Database } from '@/db/database';

/** More than the row locks after which the panel stops to list them, and as many as case C24 names. */
export const MOST_ROW_LOCKS = 1_000_000;

/**
 * Runs `work` while a session holds `count` exclusive row locks in a table of its own, which is dropped afterwards.
 * `count`: 1 to 1,000,000.
 */
export async function withRowLocks<T>(main: Database, count: number, work: () => Promise<T>): Promise<T> {
  return main.session('panel-cost', async (session) => {
    const { connection } = session;
    await connection.query('DROP TABLE IF EXISTS panel_cost_rows');
    await connection.query('CREATE TABLE panel_cost_rows (id INT UNSIGNED PRIMARY KEY)');
    try {
      await connection.query(
        `INSERT INTO panel_cost_rows
         WITH RECURSIVE n AS (SELECT 0 AS n UNION ALL SELECT n + 1 FROM n WHERE n < 999)
         SELECT a.n * 1000 + b.n FROM n AS a CROSS JOIN n AS b WHERE a.n * 1000 + b.n < ?`,
        [count],
      );
      await connection.query('START TRANSACTION');
      await connection.query('SELECT COUNT(*) FROM (SELECT id FROM panel_cost_rows FOR UPDATE) AS locked');
      return await work();
    } finally {
      await connection.query('ROLLBACK');
      await connection.query('DROP TABLE panel_cost_rows');
    }
  });
}
