import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { MySql2Database } from 'drizzle-orm/mysql2';
import {
  availableUnits,
  inventoryLevels,
  locations,
  reservedUnits,
  transferLines,
  transfers,
} from '@/db/schema';

/** What keeps a location from being closed. */
export interface Contents {
  /** Units, the held ones included. */
  readonly onHand: number;
  readonly held: number;
  /** Units shipped to it that have not arrived, or shipped from it that may be recalled. */
  readonly onTheWay: number;
  /** Transfers from or to it that are planned. */
  readonly planned: number;
}

/** The contents of a location at this moment. */
export async function contentsOf(
  builder: MySql2Database,
  shopId: number,
  locationId: number,
): Promise<Contents> {
  const unitsOf = (units: typeof availableUnits | typeof reservedUnits) => sql<number>`(
    SELECT COUNT(*)
      FROM ${inventoryLevels} AS level
           JOIN ${units} AS unit
             ON unit.shop_id = level.shop_id
            AND unit.inventory_item_id = level.inventory_item_id
            AND unit.inventory_group_id = level.inventory_group_id
     WHERE level.shop_id = ${shopId}
       AND level.location_id = ${locationId})`;
  // One statement: a unit that moves between pool and hold must not slip through between two.
  const [stock] = await builder
    .select({
      unpooled: sql<number>`(
    SELECT COALESCE(SUM(unpooled), 0)
      FROM ${inventoryLevels} AS level
     WHERE level.shop_id = ${shopId}
       AND level.location_id = ${locationId})`.mapWith(Number),
      pooled: unitsOf(availableUnits).mapWith(Number),
      held: unitsOf(reservedUnits).mapWith(Number),
    })
    .from(locations)
    .where(and(eq(locations.shopId, shopId), eq(locations.locationId, locationId)));
  const { unpooled = 0, pooled = 0, held = 0 } = stock ?? {};
  const [moving] = await builder
    .select({
      onTheWay:
        sql<number>`COALESCE(SUM(IF(${transfers.status} = 'shipped', ${transferLines.quantity} - ${transferLines.received} - ${transferLines.missing} - ${transferLines.returned}, 0)), 0)`.mapWith(
          Number,
        ),
      planned:
        sql<number>`COUNT(DISTINCT IF(${transfers.status} = 'planned', ${transfers.transferId}, NULL))`.mapWith(
          Number,
        ),
    })
    .from(transfers)
    .innerJoin(
      transferLines,
      and(eq(transferLines.shopId, transfers.shopId), eq(transferLines.transferId, transfers.transferId)),
    )
    .where(
      and(
        eq(transfers.shopId, shopId),
        inArray(transfers.status, ['planned', 'shipped']),
        or(eq(transfers.fromLocationId, locationId), eq(transfers.toLocationId, locationId)),
      ),
    );
  return {
    onHand: unpooled + pooled + held,
    held,
    onTheWay: moving?.onTheWay ?? 0,
    planned: moving?.planned ?? 0,
  };
}
