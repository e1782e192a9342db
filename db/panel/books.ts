/** The rows of one level that contradict each other, and its ledger by reason: what a red light opens. */
import type { Session } from '@/db/session';
import { call, type Statement, sqlText } from '@/db/statement';
import type { LevelKeyOfShop } from './units';

export interface DisagreeingRow {
  /** In words: "in the pool and sold". */
  readonly what: string;
  readonly unitId: number;
  readonly reservationId: string | null;
}

export interface LedgerSum {
  readonly reason: string;
  readonly entries: number;
  readonly delta: number;
  readonly lastAt: string;
}

export interface BooksAnswer {
  readonly rows: readonly DisagreeingRow[];
  readonly isCut: boolean;
  readonly ledger: readonly LedgerSum[];
}

export const MOST_DISAGREEING = 100;

const LEVEL = `unit.shop_id = :shopId
       AND unit.inventory_item_id = :inventoryItemId
       AND unit.inventory_group_id = :inventoryGroupId`;

const TWIN = (table: string) => `JOIN ${table} AS twin
             ON twin.shop_id = unit.shop_id
            AND twin.inventory_item_id = unit.inventory_item_id
            AND twin.inventory_group_id = unit.inventory_group_id
            AND twin.id = unit.id`;

export const readDisagreeing: Statement = {
  name: 'panel.read_disagreeing_rows',
  purpose: 'Lists the units of a level that are in two places, kept by nobody, or never given out.',
  sql: sqlText(`
    SELECT 'in the pool and in a hold' AS what, unit.id AS unitId, BIN_TO_UUID(unit.reservation_id) AS reservationId
      FROM reserved_units AS unit
           ${TWIN('available_units')}
     WHERE ${LEVEL}
     UNION ALL
    SELECT 'in the pool and sold', unit.id, BIN_TO_UUID(twin.reservation_id)
      FROM available_units AS unit
           ${TWIN('sold_units')}
     WHERE ${LEVEL}
     UNION ALL
    SELECT 'in a hold and sold', unit.id, BIN_TO_UUID(unit.reservation_id)
      FROM reserved_units AS unit
           ${TWIN('sold_units')}
     WHERE ${LEVEL}
     UNION ALL
    SELECT 'in two holds', unit.id, MAX(BIN_TO_UUID(unit.reservation_id))
      FROM reserved_units AS unit
     WHERE ${LEVEL}
     GROUP BY unit.id
    HAVING COUNT(*) > 1
     UNION ALL
    SELECT 'in the pool, with a number that was not given out', unit.id, NULL
      FROM available_units AS unit
           JOIN inventory_levels AS level
             ON level.shop_id = unit.shop_id
            AND level.inventory_item_id = unit.inventory_item_id
            AND level.inventory_group_id = unit.inventory_group_id
     WHERE ${LEVEL}
       AND unit.id >= level.next_unit_id
     UNION ALL
    SELECT IF(hold.status IS NULL, 'kept by a hold that does not exist', CONCAT('kept by a hold that is ', hold.status)),
           unit.id, BIN_TO_UUID(unit.reservation_id)
      FROM reserved_units AS unit
           LEFT JOIN reservations AS hold
             ON hold.shop_id = unit.shop_id
            AND hold.reservation_id = unit.reservation_id
     WHERE ${LEVEL}
       AND COALESCE(hold.status, 'missing') <> 'held'
     ORDER BY unitId
     LIMIT :limit
  `),
};

export const sumLedger: Statement = {
  name: 'panel.sum_ledger',
  purpose: 'Adds up the ledger of a level by reason.',
  sql: sqlText(`
    SELECT reason,
           COUNT(*) AS entries,
           SUM(delta) AS delta,
           DATE_FORMAT(MAX(created_at), '%Y-%m-%dT%H:%i:%sZ') AS lastAt
      FROM inventory_ledger
     WHERE shop_id = :shopId
       AND inventory_item_id = :inventoryItemId
       AND inventory_group_id = :inventoryGroupId
     GROUP BY reason
     ORDER BY reason
  `),
};

export async function readBooks(session: Session, level: LevelKeyOfShop): Promise<BooksAnswer> {
  const [rows, ledger] = await session.send(
    call(readDisagreeing, { ...level, limit: MOST_DISAGREEING + 1 }),
    call(sumLedger, { ...level }),
  );
  return {
    rows: (rows?.rows ?? []).slice(0, MOST_DISAGREEING) as DisagreeingRow[],
    isCut: (rows?.rows.length ?? 0) > MOST_DISAGREEING,
    ledger: (ledger?.rows ?? []).map((row) => ({
      ...(row as LedgerSum),
      entries: Number(row.entries),
      delta: Number(row.delta),
    })),
  };
}
