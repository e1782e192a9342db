'use server';
/** Changes of stock, from the forms of an item's page. Each is checked, made once, and answered in a sentence. */
import { refresh } from 'next/cache';
import { z } from 'zod';
import { type AdminAccess, openAdminOf } from '@/app/admin/access';
import { hiddenId, hiddenUuid, parseForm, reasonText, valuesOf, wholeNumber } from '@/app/admin/form';
import type { Answer } from '@/components/admin/answer';
import { formatCount } from '@/components/format';
import { changesBehind } from '@/db/queries/admin-changes';
import { listLocations } from '@/db/queries/admin-shops';
import { findLevel } from '@/merchant/find-level';
import { adjustStock, countStock, moveStock, receiveStock, type StockAnswer } from '@/merchant/stock';
import { onHandNow, whatChanged, whyNot } from './sentences';

const MOST = 1_000_000;
const common = {
  inventoryItemId: hiddenId,
  locationId: hiddenId,
  referenceId: hiddenUuid,
  onHand: wholeNumber(0, 4_000_000_000, 'On hand'),
};
const why = reasonText.min(1, 'Say why: the ledger keeps it.');

const receiving = z.object({ ...common, quantity: wholeNumber(1, MOST, 'Units'), note: reasonText });
const adjusting = z.object({
  ...common,
  delta: wholeNumber(-MOST, MOST, 'Units more or fewer').refine(
    (delta) => delta !== 0,
    'Not 0: that changes nothing.',
  ),
  note: why,
});
const counting = z.object({ ...common, counted: wholeNumber(0, MOST, 'Units counted'), note: reasonText });
const moving = z.object({
  ...common,
  quantity: wholeNumber(1, MOST, 'Units'),
  toLocationId: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'Choose where they go.')
    .transform(Number),
  note: reasonText,
});
const undoing = z.object({ ...common, delta: wholeNumber(-MOST, MOST, 'Units'), note: why });

export async function receive(_: Answer, form: FormData): Promise<Answer> {
  const access = await openAdminOf(form);
  const { input, answer } = parseForm(receiving, form);
  if (!input) return answer;
  const { request, place } = await placeOf(access, input);
  const result = await receiveStock(access.engine, { ...request, quantity: input.quantity });
  return finish(result, form, input.onHand, input.quantity, place, {
    title: `${formatCount(input.quantity, 'unit')} received.`,
    undo: `Undone: ${formatCount(input.quantity, 'unit')} received`,
  });
}

export async function adjust(_: Answer, form: FormData): Promise<Answer> {
  const access = await openAdminOf(form);
  const { input, answer } = parseForm(adjusting, form);
  if (!input) return answer;
  const { request, place } = await placeOf(access, input);
  const result = await adjustStock(access.engine, { ...request, delta: input.delta });
  const amount = formatCount(Math.abs(input.delta), 'unit');
  return finish(result, form, input.onHand, input.delta, place, {
    title: `${amount} ${input.delta > 0 ? 'added' : 'removed'}.`,
    undo: `Undone: ${amount} ${input.delta > 0 ? 'added' : 'removed'} (${input.note})`,
  });
}

export async function setCount(_: Answer, form: FormData): Promise<Answer> {
  const access = await openAdminOf(form);
  const { input, answer } = parseForm(counting, form);
  if (!input) return answer;
  const { request, place } = await placeOf(access, input);
  const result = await countStock(access.engine, {
    ...request,
    note: input.note || 'Count',
    countedOnHand: input.counted,
    expectedOnHand: input.onHand,
  });
  if (result.outcome === 'changed') {
    const now = result.unpooled + result.pooled + result.held;
    const { database } = access.engine;
    const level = await findLevel(database, request);
    const changes = level
      ? await database.read('admin', (builder) => changesBehind(builder, level, now - input.onHand))
      : [];
    refresh();
    return {
      status: 'changed',
      message: whatChanged(place, input.onHand, now, changes),
      values: valuesOf(form),
      seen: { onHand: now },
    };
  }
  return finish(result, form, input.onHand, input.counted - input.onHand, place, {
    title: input.counted === input.onHand ? 'The count agrees with the ledger.' : 'Count set.',
    undo: `Undone: count of ${input.counted}`,
  });
}

export async function move(_: Answer, form: FormData): Promise<Answer> {
  const access = await openAdminOf(form);
  const { input, answer } = parseForm(moving, form);
  if (!input) return answer;
  const { request, place } = await placeOf(access, input);
  const { quantity, toLocationId } = input;
  const result = await moveStock(access.engine, { ...request, quantity, toLocationId });
  return finish(result, form, input.onHand, -quantity, place, {
    title: `${formatCount(quantity, 'unit')} moved.`,
  });
}

/** Takes a change back by its opposite. What has been sold or held since can't be taken: the answer says so. */
export async function undo(_: Answer, form: FormData): Promise<Answer> {
  const access = await openAdminOf(form);
  const { input, answer } = parseForm(undoing, form);
  if (!input) return answer;
  const { request, place } = await placeOf(access, input);
  const result = await adjustStock(access.engine, { ...request, delta: input.delta });
  return finish(result, form, input.onHand, input.delta, place, { title: 'Undone.' });
}

type Common = {
  inventoryItemId: number;
  locationId: number;
  referenceId: string;
  note: string;
};

async function placeOf(access: AdminAccess, input: Common) {
  const { shopId } = access.shop;
  const { inventoryItemId, locationId, referenceId, note } = input;
  const locations = await access.engine.database.read('admin', (builder) => listLocations(builder, shopId));
  const place = locations.find((location) => location.locationId === locationId)?.name ?? 'this location';
  const request = { shopId, inventoryItemId, locationId, referenceId, note, actor: access.actor };
  return { request, place };
}

function finish(
  result: StockAnswer,
  form: FormData,
  before: number,
  change: number,
  place: string,
  words: { title: string; undo?: string },
): Answer {
  refresh();
  if (result.outcome === 'done') {
    const isUndoable = words.undo !== undefined && change !== 0;
    return {
      status: 'done',
      message: `${words.title} ${onHandNow(place, before, change, result.onHand)}`,
      undo: isUndoable
        ? {
            shop: String(form.get('shop')),
            inventoryItemId: String(form.get('inventoryItemId')),
            locationId: String(form.get('locationId')),
            onHand: String(result.onHand),
            delta: String(-change),
            note: (words.undo ?? '').slice(0, 200),
          }
        : undefined,
    };
  }
  // Only a count answers "changed", and setCount has told so.
  const message = result.outcome === 'changed' ? 'Nothing was changed.' : whyNot(result, place);
  return { status: 'refused', message, values: valuesOf(form) };
}
