/** Neighbours that hog connections, and their repair, on a real MySQL: what the panel says of both. */
import mysql from 'mysql2/promise';
import { createElement } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { NeighbourPhase, Snapshot } from '@/app/api/live/snapshot';
import { NeighboursCard } from '@/components/live/neighbours-card';
import { neighbourIds, neighbourTexts, Traffic } from '@/simulator/index';
import { openTestShop } from '@/tests/support/database';
import { openPanel, type TestPanel, textOf } from '@/tests/support/panel';

const shop = openTestShop();
let panel: TestPanel | undefined;
let traffic: Traffic | undefined;

afterEach(async () => {
  await panel?.close();
  await traffic?.stop();
});

const SCHEMA = /_neighbours$/;
/** Enough of a phase to compare it by. */
const ENOUGH = 60;

async function schemas(): Promise<string[]> {
  const connection = await mysql.createConnection(shop.url);
  const [rows] = await connection.query<mysql.RowDataPacket[]>('SHOW DATABASES');
  await connection.end();
  return rows.map((row) => String(row.Database)).filter((name) => SCHEMA.test(name));
}

it('shows hold time, selects and commits of each setting of the switches, and leaves nothing behind', async () => {
  traffic = await Traffic.start(shop.url, {
    buyers: 12,
    connectionLimit: 4,
    roundTripDelayMs: 0,
    thinkMs: 1,
  });
  const running = traffic;
  panel = openPanel({ engine: shop.engine, traffic: () => running });
  const untilMeasured = (open: TestPanel, settings: Pick<NeighbourPhase, 'hasNeighbours' | 'repaired'>) => {
    running.change(settings);
    const last = ({ neighbours }: Snapshot) => neighbours?.phases.at(-1);
    const isEnough = (snapshot: Snapshot) => {
      const phase = last(snapshot);
      return (
        phase !== undefined &&
        phase.hasNeighbours === settings.hasNeighbours &&
        phase.repaired.length === settings.repaired.length &&
        phase.seconds * phase.checkoutsPerSecond >= ENOUGH
      );
    };
    return open.until(isEnough);
  };
  await untilMeasured(panel, { hasNeighbours: false, repaired: [] });
  await untilMeasured(panel, { hasNeighbours: true, repaired: [] });
  const { neighbours } = await untilMeasured(panel, { hasNeighbours: true, repaired: neighbourIds });
  const [alone, hogging, repaired] = neighbours?.phases.slice(-3) ?? [];
  if (!alone || !hogging || !repaired) throw new Error('three phases were run');
  // By construction: the hogs keep a connection while services outside answer, the repaired ones don't.
  expect(hogging.heldMsPerCheckout).toBeGreaterThan(repaired.heldMsPerCheckout);
  expect(hogging.heldByTag.map(({ tag }) => tag)).toEqual(expect.arrayContaining([...neighbourIds]));
  expect(alone.heldByTag.map(({ tag }) => tag)).not.toContain('cart');
  // Twelve promotions one by one, against all of them once a second.
  const perCheckout = ({ selectsPerSecond, checkoutsPerSecond }: NeighbourPhase) =>
    selectsPerSecond / checkoutsPerSecond;
  expect(perCheckout(hogging)).toBeGreaterThan(perCheckout(repaired) + 8);

  const text = textOf(
    createElement(NeighboursCard, {
      view: neighbours,
      texts: neighbourTexts,
      acts: {
        startTraffic: async () => undefined,
        stopTraffic: async () => undefined,
        changeTraffic: async () => undefined,
        setThreadCeiling: async () => undefined,
      },
    }),
  );
  expect(text).toMatch(/Checkouts alone .* Neighbours, as found .* Neighbours, all repaired/);
  expect(text).toContain('Repaired: asks first, then writes in one short transaction.');

  expect(await running.audit()).toMatchObject({ ok: true });
  expect(await schemas()).toHaveLength(1);
  await running.stop();
  traffic = undefined;
  expect(await schemas()).toEqual([]);
});
