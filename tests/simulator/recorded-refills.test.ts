/** What a run keeps of its refills, and what the panel makes of them. */
import { expect, it } from 'vitest';
import { StockWatch } from '@/app/api/live/stock-watch';
import { createDatabase } from '@/db/database';
import { createEngine } from '@/engine/index';
import { runUrl } from '@/simulator/run-schemas';
import { RUN_SHOP } from '@/simulator/stock';
import { stageSales } from './sale-stage';

const sales = stageSales();

/** The refills of the panel's list, oldest first, after one reading of the run's tables. */
async function listedRefills(runId: number) {
  const run = createDatabase({ url: runUrl(sales.url, runId), connectionLimit: 1 });
  try {
    const engine = createEngine(run, { refillsInBackground: false });
    const watch = new StockWatch(RUN_SHOP, engine, true);
    await run.session('test', (session) => watch.read(session));
    return watch.view(true).refills.toReversed();
  } finally {
    await run.close();
  }
}

it('each refill of a run is listed with its pool, way, duration and the checkouts that waited for it', async () => {
  const [report] = await sales.sell({ stock: 120, buyers: 140, poolCap: 20, connections: 16 });
  const runId = report?.runId ?? 0;
  const refills = await listedRefills(runId);
  expect(refills).toHaveLength(report?.refills ?? 0);
  // All but what lay in the pool when the doors opened came through a refill.
  expect(refills.reduce((sum, { added }) => sum + added, 0)).toBe(100);
  const buyers = await sales.look(runId, 'SELECT BIN_TO_UUID(reservation_id) AS id FROM simulation_attempts');
  const known = new Set(buyers.map(({ id }) => id));
  for (const { kind, durationMs, waits } of refills) {
    expect(['inline', 'background']).toContain(kind);
    expect(durationMs).toBeGreaterThan(0);
    // Whoever refills inline waits for it too.
    if (kind === 'inline') expect(waits?.count).toBeGreaterThan(0);
    for (const { checkoutId, waitedMs } of waits?.longest ?? []) {
      expect(known).toContain(checkoutId);
      expect(waitedMs).toBeGreaterThanOrEqual(0);
    }
  }
});

it('a run from before refills were kept is told by its levels’ numbers', async () => {
  const [report] = await sales.sell({ stock: 30, buyers: 40, poolCap: 20 });
  const runId = report?.runId ?? 0;
  await sales.look(runId, 'DROP TABLE simulation_refills');
  expect(await listedRefills(runId)).toEqual([]);
});
