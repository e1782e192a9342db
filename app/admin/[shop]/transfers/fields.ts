/** The lines of a transfer's forms, as rows of fields: `sku-0`, `units-0`, `sku-1` … */
import { z } from 'zod';
import { valuesOf, wholeNumber } from '@/app/admin/form';
import type { Answer } from '@/components/admin/answer';

export const MOST_ROWS = 40;
const units = wholeNumber(1, 1_000_000, 'Units');
const arrived = wholeNumber(0, 1_000_000, 'Units');

interface PlannedRow {
  readonly row: number;
  readonly sku: string;
  readonly quantity: number;
}

type Read<T> = { rows: T; answer?: undefined } | { rows?: undefined; answer: Answer };

/** Rows with a SKU and units; empty ones are passed over, and each SKU is named once. */
export function readPlan(form: FormData): Read<PlannedRow[]> {
  const fields: Record<string, string> = {};
  const rows: PlannedRow[] = [];
  for (let row = 0; row < MOST_ROWS; row += 1) {
    const sku = String(form.get(`sku-${row}`) ?? '').trim();
    const text = String(form.get(`units-${row}`) ?? '').trim();
    if (sku === '' && text === '') continue;
    const quantity = units.safeParse(text);
    if (sku === '') fields[`sku-${row}`] = 'Which item?';
    else if (sku.length > 60) fields[`sku-${row}`] = 'At most 60 characters.';
    else if (rows.some((other) => other.sku.toLowerCase() === sku.toLowerCase())) {
      fields[`sku-${row}`] = 'Named twice: add the units up.';
    }
    if (!quantity.success) fields[`units-${row}`] = quantity.error.issues[0]?.message ?? 'How many units?';
    else rows.push({ row, sku, quantity: quantity.data });
  }
  if (rows.length === 0 && Object.keys(fields).length === 0) fields['sku-0'] = 'Name at least one item.';
  if (Object.keys(fields).length > 0)
    return { answer: { status: 'invalid', fields, values: valuesOf(form) } };
  return { rows };
}

interface ArrivedRow {
  readonly inventoryItemId: number;
  readonly quantity: number;
  readonly missing: number;
}

/** What arrived and what is missing of each item: `arrived-100`, `missing-100` … */
export function readDelivery(form: FormData, itemIds: readonly number[]): Read<ArrivedRow[]> {
  const fields: Record<string, string> = {};
  const rows: ArrivedRow[] = [];
  for (const inventoryItemId of itemIds) {
    const read = (name: string) => {
      const result = arrived.safeParse(String(form.get(`${name}-${inventoryItemId}`) ?? '0') || '0');
      if (!result.success) fields[`${name}-${inventoryItemId}`] = result.error.issues[0]?.message ?? 'Units?';
      return result.data ?? 0;
    };
    rows.push({ inventoryItemId, quantity: read('arrived'), missing: read('missing') });
  }
  const isEmpty = rows.every(({ quantity, missing }) => quantity + missing === 0);
  if (Object.keys(fields).length > 0 || isEmpty) {
    const message = isEmpty ? 'Nothing was changed: no unit arrived and none is missing.' : undefined;
    return { answer: { status: 'invalid', fields, message, values: valuesOf(form) } };
  }
  return { rows };
}

export const locationField = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'Choose a location.')
  .transform(Number);
