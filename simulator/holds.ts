import type { Database } from '@/db/database';
import { call, type Statement, sqlText } from '@/db/statement';
import type { Floor } from './floor';
import { RUN_SHOP } from './stock';
import type { Strategy, StrategyContext } from './strategies/strategy';

const makeOverdue: Statement = {
  name: 'sale.make_overdue',
  purpose: 'The sale is over: whatever is still held has had its time.',
  sql: sqlText(`
    UPDATE reservations
       SET expires_at = LEAST(expires_at, NOW(3))
     WHERE shop_id = :shopId
       AND status = 'held'
  `),
};

const readEnded: Statement = {
  name: 'sale.read_ended',
  purpose: 'Which of these holds have ended.',
  sql: sqlText(`
    SELECT BIN_TO_UUID(reservation.reservation_id) AS reservationId
      FROM JSON_TABLE(:reservationIds, '$[*]' COLUMNS (id CHAR(36) PATH '$')) AS asked
           STRAIGHT_JOIN reservations AS reservation
        ON reservation.shop_id = :shopId
       AND reservation.reservation_id = UUID_TO_BIN(asked.id)
     WHERE reservation.status <> 'held'
  `),
};

const countHolds: Statement = {
  name: 'sale.count_holds',
  purpose: 'How many holds are left.',
  sql: sqlText(`
    SELECT COUNT(*) AS held
      FROM reservations
     WHERE shop_id = :shopId
       AND status = 'held'
  `),
};

/**
 * Gives back what is still held when a sale is over. `context` has connections of its own: those of the sale may be stuck in
 * what was cut off. What can't be ended shows in the verdict.
 */
export async function endAllHolds(
  strategy: Strategy,
  context: StrategyContext,
  floor?: Floor,
): Promise<void> {
  const { database } = context;
  await database.session('simulator', (session) => session.send(call(makeOverdue, { shopId: RUN_SHOP })));
  const open = await strategy.open(context);
  for (let left = await holdsLeft(database), before = Number.POSITIVE_INFINITY; left > 0 && left < before; ) {
    await Promise.all([open.expire(), open.expire()]);
    before = left;
    left = await holdsLeft(database);
  }
  await open.settled();
  if (floor) await noteEnded(floor, database);
}

async function holdsLeft(database: Database): Promise<number> {
  const [read] = await database.session('simulator', (session) =>
    session.send(call(countHolds, { shopId: RUN_SHOP })),
  );
  return read?.rows[0]?.held ?? 0;
}

/** Tells the floor which holds that buyers walked away from have been ended. */
export async function noteEnded(floor: Floor, database: Database): Promise<void> {
  if (floor.leftHolds.size === 0) return;
  const reservationIds = JSON.stringify([...floor.leftHolds.keys()]);
  const [read] = await database.session('simulator', (session) =>
    session.send(call(readEnded, { shopId: RUN_SHOP, reservationIds })),
  );
  const nowUs = Math.round(floor.now() * 1000);
  for (const { reservationId } of read?.rows ?? []) {
    floor.leftHolds.get(reservationId)?.giveBack(nowUs);
    floor.leftHolds.delete(reservationId);
  }
}
