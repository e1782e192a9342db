/** What a reserve and a hold that is filled later have in common. */
import type { StatementResult } from '@/db/session';
import { type Call, call, type Values } from '@/db/statement';
import type { EngineContext } from './context';
import type { HeldUnit, ReserveLine, ReserveRequest, ReserveResult } from './results';
import { dropReservedUnits } from './sql/drop-reserved-units';
import { holdUnit } from './sql/hold-unit';
import { holdUnits } from './sql/hold-units';
import { readReservation } from './sql/read-reservation';
import { readReservedUnits } from './sql/read-reserved-units';
import { releaseReservation } from './sql/release-reservation';
import { returnUnits } from './sql/return-units';
import { takeUnit } from './sql/take-unit';
import { takeUnits } from './sql/take-units';

export type Repeated =
  | Extract<ReserveResult, { outcome: 'reserved' | 'ended' }>
  /** Another session had this id and rolled back meanwhile. */
  | { readonly outcome: 'vanished' };

/** Ends the hold that this one replaces; its units are free again for this transaction, and for others after it. */
export function endsReplaced({ shopId, replaces }: ReserveRequest): Call[] {
  if (!replaces) return [];
  const replaced = { shopId, reservationId: replaces };
  return [call(releaseReservation, replaced), call(returnUnits, replaced), call(dropReservedUnits, replaced)];
}

/** What became of the hold that already has this id. */
export async function repeatOf(engine: EngineContext, request: ReserveRequest): Promise<Repeated> {
  const { shopId, reservationId } = request;
  const [header, units] = await engine.database.session('checkout', (session) =>
    session.send(
      call(readReservation, { shopId, reservationId }),
      call(readReservedUnits, { shopId, reservationId }),
    ),
  );
  const row = header?.rows[0];
  if (!row) return { outcome: 'vanished' };
  if (row.checkoutId !== request.checkoutId.toLowerCase()) {
    throw new RangeError(`reservation ${reservationId} belongs to another checkout`);
  }
  if (row.status !== 'held') return { outcome: 'ended', status: row.status };
  return { outcome: 'reserved', units: (units?.rows ?? []) as HeldUnit[], isRepeat: true };
}

/** Moves locked units into the hold. One unit, the usual case, needs no list: reading one costs the server more than the move itself. */
export function moveUnits(shopId: number, reservationId: string, units: readonly HeldUnit[]): [Call, Call] {
  const [unit, ...others] = units;
  if (unit && others.length === 0) {
    const { inventoryItemId, inventoryGroupId, id: unitId } = unit;
    const key = { shopId, inventoryItemId, inventoryGroupId, unitId };
    return [call(takeUnit, key), call(holdUnit, { ...key, reservationId })];
  }
  const list = JSON.stringify(units.map((one) => [one.inventoryItemId, one.inventoryGroupId, one.id]));
  return [call(takeUnits, { shopId, units: list }), call(holdUnits, { shopId, reservationId, units: list })];
}

/** Of a cart, for the statements that have an arm or a row a line; `starts` are the places to look from. */
export function lineValues(
  shopId: number,
  lines: readonly ReserveLine[],
  starts: readonly number[] = [],
): Values {
  const values: Record<string, number> = { shopId };
  for (const [index, line] of lines.entries()) {
    const number = lines.length === 1 ? '' : String(index + 1);
    values[`inventoryItemId${number}`] = line.inventoryItemId;
    values[`inventoryGroupId${number}`] = line.inventoryGroupId;
    values[`quantity${number}`] = line.quantity;
    values[`fromUnitId${number}`] = starts[index] ?? 0;
  }
  return values;
}

export function toUnits(result: StatementResult | undefined): HeldUnit[] {
  return (result?.rows ?? []).map((row) => ({
    inventoryItemId: row.inventory_item_id,
    inventoryGroupId: row.inventory_group_id,
    id: row.id,
  }));
}

export function shortLines(lines: readonly ReserveLine[], units: readonly HeldUnit[]): ReserveLine[] {
  const found = new Map<string, number>();
  for (const unit of units) {
    const key = `${unit.inventoryItemId}:${unit.inventoryGroupId}`;
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  return lines.filter(
    (line) => (found.get(`${line.inventoryItemId}:${line.inventoryGroupId}`) ?? 0) < line.quantity,
  );
}
