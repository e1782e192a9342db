/** The stock that scenarios are about: shop 1, the Tally Counter (item 41) and the Field Book (item 42), in Berlin (group 1). */
import { bindStatement, type Statement, sqlText, type Values } from '@/db/statement';
import type { DrawnIndex, ScenarioSession, SessionName } from './scenario';

export const SHOP = 1;
export const COUNTER = 41;
export const BOOK = 42;
export const BERLIN = 1;

/** A record of a unit, as LOCK_DATA writes it. */
export const unit = (id: number, item = COUNTER) => `${SHOP}, ${item}, ${BERLIN}, ${id}`;
export const units = (...ids: number[]) => ids.map((id) => unit(id));
export const level = (item = COUNTER) => `${SHOP}, ${item}, ${BERLIN}`;
export const levelValues = (item = COUNTER) => ({
  shopId: SHOP,
  inventoryItemId: item,
  inventoryGroupId: BERLIN,
});

export const POOL = 'available_units.PRIMARY';
export const SUPREMUM = 'supremum pseudo-record';

/** UUIDs of holds and checkouts, short enough to tell apart on a projector. */
export const uuidOf = (name: string) => `01990000-0000-7000-8000-0000000000${name}`;
/** The same as LOCK_DATA writes it. */
export const bytesOf = (name: string) => `0x${uuidOf(name).replaceAll('-', '').toUpperCase()}`;

/** A statement of the engine with its values, as a step runs it. */
export function engineStep(statement: Statement, values: Values): { sql: string; mirrors: string } {
  return { sql: bindStatement(statement, values), mirrors: statement.name };
}

/** Rows for the pool of an item. */
export function fillPool(count: number, item = COUNTER, table = 'available_units'): string {
  const rows = Array.from({ length: count }, (_, index) => `(${SHOP}, ${item}, ${BERLIN}, ${index + 1})`);
  return sqlText(`
    INSERT INTO ${table} (shop_id, inventory_item_id, inventory_group_id, id)
    VALUES ${rows.join(', ')}`);
}

export function openLevel(unpooled: number, nextUnitId: number, item = COUNTER, poolCap = 4): string {
  return sqlText(`
    INSERT INTO inventory_levels
           (shop_id, inventory_item_id, inventory_group_id, location_id, unpooled, next_unit_id, pool_cap, low_water_mark)
    VALUES (${SHOP}, ${item}, ${BERLIN}, ${BERLIN}, ${unpooled}, ${nextUnitId}, ${poolCap}, 1)`);
}

export const drawnPool: DrawnIndex = {
  table: 'available_units',
  index: 'PRIMARY',
  sharedColumns: 3,
  noun: 'unit',
};

export type Isolation = 'READ UNCOMMITTED' | 'READ COMMITTED' | 'REPEATABLE READ' | 'SERIALIZABLE';

/** A session with an open transaction; READ COMMITTED, as the engine asks for. */
export function session(
  name: SessionName,
  who: string,
  isolation: Isolation = 'READ COMMITTED',
): ScenarioSession {
  return {
    name,
    who,
    opening: [`SET SESSION TRANSACTION ISOLATION LEVEL ${isolation}`, 'START TRANSACTION'],
  };
}
