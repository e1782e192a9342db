/** A locked record in words: "unit 17 of item 100 at Berlin". Pure; keys are those of db/schema. */
import { parseLockData, SUPREMUM } from '@/db/lock-words';
import { shortId } from './statement-label';

export interface Names {
  item(inventoryItemId: number): string;
  location(inventoryItemId: number, inventoryGroupId: number): string;
  /** True once every level has its name. Default: false. */
  readonly isComplete?: boolean;
}

export const plainNames: Names = {
  item: (id) => `item ${id}`,
  location: (_, group) => `group ${group}`,
};

/** The record that LOCK_DATA names, or that a key read elsewhere names. */
export function recordWords(
  table: string,
  index: string | null,
  data: string | null,
  names: Names = plainNames,
): string {
  if (index === null) return `table ${table}`;
  if (data === SUPREMUM) return `end of ${table}`;
  return keyWords(table, index, parseLockData(data), names) ?? `${table} ${index} ${data ?? ''}`.trim();
}

/** `undefined` where the table or index isn't one whose rows have a name. */
export function keyWords(
  table: string,
  index: string,
  key: readonly string[] | undefined,
  names: Names,
): string | undefined {
  if (!key) return undefined;
  if (table === 'reservations') {
    const id = key.find((part) => /^0x[0-9a-f]{32}$/i.test(part));
    const name = id ? `hold ${shortId(id.toLowerCase())}` : undefined;
    return name && index !== 'PRIMARY' ? `${name}, as listed by expiry` : name;
  }
  if (index !== 'PRIMARY') return undefined;
  const [, second, third, fourth, fifth] = key;
  if (second === undefined) return undefined;
  if (table === 'reservation_lines') return `line of hold ${shortId(second.toLowerCase())}`;
  const item = Number(second);
  if (third === undefined || !Number.isSafeInteger(item)) return undefined;
  const place = `${names.item(item)} at ${names.location(item, Number(third))}`;
  switch (table) {
    case 'available_units':
      return `unit ${fourth} of ${place}`;
    case 'reserved_units':
      return `held unit ${fifth} of ${place}`;
    case 'sold_units':
      return `sold unit ${fourth} of ${place}`;
    case 'inventory_levels':
      return `stock level of ${place}`;
    case 'inventory_ledger':
      return `ledger entry of ${place}`;
    default:
      return undefined;
  }
}
