/** The units of one level, each with where it is; and the life of one of them. */
import type { Session } from '@/db/session';
import { call, type Statement, sqlText } from '@/db/statement';

export interface LevelKeyOfShop {
  readonly shopId: number;
  readonly inventoryItemId: number;
  readonly inventoryGroupId: number;
}

export interface PlacedUnit {
  readonly id: number;
  readonly state: 'free' | 'held' | 'sold' | 'returned' | 'oversold';
  /** Share of the hold's time that is left. */
  readonly holdLeft?: number;
}

export interface UnitWindow {
  readonly units: readonly PlacedUnit[];
  /** Lowest id of the window; older units lie before it. */
  readonly fromId: number;
  readonly nextUnitId: number;
}

export const MOST_UNITS = 1_000;

const LEVEL = `unit.shop_id = :shopId
       AND unit.inventory_item_id = :inventoryItemId
       AND unit.inventory_group_id = :inventoryGroupId
       AND unit.id >= :fromId AND unit.id < :beforeId`;

export const readNextUnit: Statement = {
  name: 'panel.read_next_unit',
  purpose: 'Reads how far the numbers of a level have come.',
  sql: sqlText(`
    SELECT next_unit_id AS nextUnitId
      FROM inventory_levels
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
  `),
};

export const readUnits: Statement = {
  name: 'panel.read_units',
  purpose:
    'Reads where each unit of a level is: in the pool, in a hold, sold. One statement, so that each is seen once.',
  sql: sqlText(`
    SELECT unit.id, 'free' AS state, NULL AS holdLeft
      FROM available_units AS unit
     WHERE ${LEVEL}
     UNION ALL
    SELECT unit.id, 'held',
           GREATEST(0, TIMESTAMPDIFF(MICROSECOND, NOW(3), hold.expires_at)
                       / GREATEST(1, TIMESTAMPDIFF(MICROSECOND, hold.created_at, hold.expires_at)))
      FROM reserved_units AS unit
           LEFT JOIN reservations AS hold
             ON hold.shop_id = unit.shop_id
            AND hold.reservation_id = unit.reservation_id
     WHERE ${LEVEL}
     UNION ALL
    SELECT unit.id, IF(unit.returned_at IS NULL, 'sold', 'returned'), NULL
      FROM sold_units AS unit
     WHERE ${LEVEL}
     ORDER BY id
  `),
};

/** The units before `beforeId`, at most `MOST_UNITS` of them; the newest when it isn't given. */
export async function readUnitWindow(
  session: Session,
  level: LevelKeyOfShop,
  beforeId?: number,
): Promise<UnitWindow | undefined> {
  const [next] = await session.send(call(readNextUnit, { ...level }));
  const nextUnitId = next?.rows[0]?.nextUnitId;
  if (nextUnitId === undefined) return undefined;
  const end = Math.min(beforeId ?? nextUnitId, nextUnitId);
  const fromId = Math.max(1, end - MOST_UNITS);
  const [result] = await session.send(call(readUnits, { ...level, fromId, beforeId: end }));
  const units = new Map<number, PlacedUnit>();
  for (const row of result?.rows ?? []) {
    const known = units.get(row.id);
    const holdLeft = row.holdLeft === null ? undefined : Math.min(1, Number(row.holdLeft));
    // In two places at once is what must never be.
    if (known && known.state !== 'returned') units.set(row.id, { id: row.id, state: 'oversold' });
    else units.set(row.id, { id: row.id, state: row.state, ...(holdLeft !== undefined && { holdLeft }) });
  }
  return { units: [...units.values()], fromId, nextUnitId };
}

export interface UnitPlace {
  readonly place: 'pool' | 'hold' | 'sold';
  readonly reservationId: string | null;
  readonly checkoutId: string | null;
  readonly status: string | null;
  readonly reservedAt: string | null;
  readonly expiresAt: string | null;
  readonly extendedAt: string | null;
  readonly endedAt: string | null;
  readonly orderId: string | null;
  readonly soldAt: string | null;
  readonly returnedAt: string | null;
}

const UNIT = `unit.shop_id = :shopId
       AND unit.inventory_item_id = :inventoryItemId
       AND unit.inventory_group_id = :inventoryGroupId
       AND unit.id = :unitId`;

const moment = (column: string) => `DATE_FORMAT(${column}, '%Y-%m-%dT%H:%i:%s.%fZ')`;

const HOLD_COLUMNS = `BIN_TO_UUID(unit.reservation_id) AS reservationId,
           BIN_TO_UUID(hold.checkout_id) AS checkoutId,
           hold.status,
           ${moment('hold.created_at')} AS reservedAt,
           ${moment('hold.expires_at')} AS expiresAt,
           ${moment('hold.extended_at')} AS extendedAt,
           ${moment('hold.ended_at')} AS endedAt`;

const JOIN_HOLD = `LEFT JOIN reservations AS hold
             ON hold.shop_id = unit.shop_id
            AND hold.reservation_id = unit.reservation_id`;

export const readUnitPlaces: Statement = {
  name: 'panel.read_unit',
  purpose: 'Reads every place that one unit is in, with the hold that it is or was in.',
  sql: sqlText(`
    SELECT 'pool' AS place, NULL AS reservationId, NULL AS checkoutId, NULL AS status, NULL AS reservedAt,
           NULL AS expiresAt, NULL AS extendedAt, NULL AS endedAt, NULL AS orderId, NULL AS soldAt, NULL AS returnedAt
      FROM available_units AS unit
     WHERE ${UNIT}
     UNION ALL
    SELECT 'hold', ${HOLD_COLUMNS}, NULL, NULL, NULL
      FROM reserved_units AS unit
           ${JOIN_HOLD}
     WHERE ${UNIT}
     UNION ALL
    SELECT 'sold', ${HOLD_COLUMNS}, BIN_TO_UUID(unit.order_id),
           ${moment('unit.sold_at')}, ${moment('unit.returned_at')}
      FROM sold_units AS unit
           ${JOIN_HOLD}
     WHERE ${UNIT}
  `),
};

export async function readUnit(
  session: Session,
  level: LevelKeyOfShop,
  unitId: number,
): Promise<UnitPlace[]> {
  const [result] = await session.send(call(readUnitPlaces, { ...level, unitId }));
  return (result?.rows ?? []) as UnitPlace[];
}
