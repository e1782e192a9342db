/** What happens beside a sale: an old snapshot, a sweeper at work, somebody who looks at the panel. */
import mysql from 'mysql2/promise';
import { RUN_SHOP } from '@/simulator/stock';
import { driveCount, driveFor } from '../drive';
import type { Cell, Group } from '../sample';
import type { Stage } from '../stage';

const CONNECTIONS = 32;

export const snapshotKey = (isOpen: boolean) => `snapshot ${isOpen ? 'open' : 'none'}`;

/** Runs `work` while a snapshot from before it is open: purge removes nothing that it could still see. */
async function withOldSnapshot<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
  const reader = await mysql.createConnection({ uri: stage.url });
  try {
    await reader.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await reader.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
    await reader.query('SELECT COUNT(*) FROM shops');
    const result = await work();
    await reader.query('COMMIT');
    return result;
  } finally {
    await reader.end();
  }
}

const snapshotCell = (isOpen: boolean): Cell => ({
  key: snapshotKey(isOpen),
  label: `${isOpen ? 'a snapshot open since before' : 'no snapshot'}, ${CONNECTIONS} connections`,
  isQuick: true,
  run: (stage) =>
    stage.withShop(
      { strategy: 'unit-pool', connections: CONNECTIONS },
      async ({ open, request, line, refills }) => {
        const sell = async () => {
          const operation = async () => (await open.reserve(request([line(0)]))).outcome === 'reserved';
          const sample = await driveCount({
            buyers: CONNECTIONS,
            operation,
            count: stage.size.snapshotReserves,
            mostMs: stage.size.mostMs,
          });
          return { ...sample, more: { ...sample.more, ...refills } };
        };
        return isOpen ? withOldSnapshot(stage, sell) : sell();
      },
    ),
});

export const snapshots: Group = {
  title: 'An old snapshot',
  note: '20,000 reserves of one hot item, 20 pools’ worth, with and without a transaction that keeps purge from its work.',
  cells: [false, true].map(snapshotCell),
};

const sweeperCell = (isBusy: boolean): Cell => ({
  key: `sweeper ${isBusy ? 'busy' : 'idle'}`,
  label: `${isBusy ? 'every second hold expires and is swept' : 'no hold expires'}, ${CONNECTIONS} connections`,
  isQuick: false,
  run: (stage) =>
    stage.withShop(
      { strategy: 'unit-pool', connections: CONNECTIONS },
      async ({ open, database, request, line }) => {
        let begun = 0;
        let isOver = false;
        let swept = 0;
        const sweeper = (async () => {
          while (isBusy && !isOver) {
            swept += await open.expire();
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
        })();
        const operation = async () => {
          const wanted = request([line(0)]);
          begun += 1;
          if ((await open.reserve(wanted)).outcome !== 'reserved') return false;
          if (begun % 2 === 0) return true;
          // Half of the holds are over their time at once; the same write happens where nobody sweeps.
          await database.session('bench', ({ connection }) =>
            connection.query(
              `UPDATE reservations SET expires_at = NOW(3) ${isBusy ? '-' : '+'} INTERVAL 1 HOUR WHERE shop_id = ? AND reservation_id = UUID_TO_BIN(?)`,
              [RUN_SHOP, wanted.reservationId],
            ),
          );
          return true;
        };
        const { warmUpMs, measureMs } = stage.size;
        const sample = await driveFor({ buyers: CONNECTIONS, operation, warmUpMs, measureMs }).finally(() => {
          isOver = true;
        });
        await sweeper;
        return { ...sample, more: { ...sample.more, swept } };
      },
    ),
});

export const sweepers: Group = {
  title: 'A busy sweeper',
  note: 'Reserves of one hot item; every second hold is given another time, which for one of the two is in the past.',
  cells: [false, true].map(sweeperCell),
};
