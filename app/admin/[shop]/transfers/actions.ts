'use server';
/** The steps of a transfer: planned, shipped, received or recalled. */
import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { type AdminAccess, openAdminOf } from '@/app/admin/access';
import { hiddenId, hiddenUuid, parseForm, reasonText, valuesOf } from '@/app/admin/form';
import { BUSY, GONE, whatOthersDid } from '@/app/admin/sentences';
import type { Answer } from '@/components/admin/answer';
import { formatCount, formatNumber } from '@/components/format';
import { findTransfer, itemsBySku, type TransferDetail } from '@/db/queries/admin-transfers';
import {
  cancelTransfer,
  planTransfer,
  recallTransfer,
  receiveTransfer,
  type StepResult,
  shipTransfer,
  transferChanges,
} from '@/merchant/transfers';
import { locationField, readDelivery, readPlan } from './fields';

const planning = z
  .object({ fromLocationId: locationField, toLocationId: locationField, note: reasonText })
  .refine((input) => input.fromLocationId !== input.toLocationId, {
    path: ['toLocationId'],
    message: 'Another one than it comes from.',
  });
const step = z.object({ transferId: hiddenUuid, version: hiddenId });
const booking = step.extend({ referenceId: hiddenUuid });

export async function plan(_: Answer, form: FormData): Promise<Answer> {
  const { shop, engine, actor } = await openAdminOf(form);
  const { input, answer } = parseForm(planning, form);
  if (!input) return answer;
  const read = readPlan(form);
  if (!read.rows) return read.answer;
  const { shopId, slug } = shop;
  const skus = read.rows.map(({ sku }) => sku);
  const items = await engine.database.read('admin', (builder) => itemsBySku(builder, shopId, skus));
  const idOf = new Map(items.map(({ sku, inventoryItemId }) => [sku.toLowerCase(), inventoryItemId]));
  const fields: Record<string, string> = {};
  const lines = read.rows.flatMap(({ row, sku, quantity }) => {
    const inventoryItemId = idOf.get(sku.toLowerCase());
    if (inventoryItemId !== undefined) return [{ inventoryItemId, quantity }];
    fields[`sku-${row}`] = 'This shop has no such SKU.';
    return [];
  });
  const values = valuesOf(form);
  if (Object.keys(fields).length > 0) return { status: 'invalid', fields, values };
  const { fromLocationId, toLocationId, note } = input;
  const planned = await planTransfer(
    engine,
    { shopId, actor },
    { fromLocationId, toLocationId, note, lines },
  );
  if (planned.outcome === 'done') redirect(`/admin/${slug}/transfers/${planned.transferId}`);
  const message = {
    not_found: GONE,
    location_inactive: 'Nothing was saved: one of the locations is inactive and takes in no stock.',
    same_location: 'Nothing was saved: choose two different locations.',
  }[planned.outcome];
  return { status: 'refused', message, values };
}

export async function ship(_: Answer, form: FormData): Promise<Answer> {
  const access = await openAdminOf(form);
  const { input, answer } = parseForm(step, form);
  if (!input) return answer;
  const transfer = await find(access, input.transferId);
  const result = await shipTransfer(access.engine, authorOf(access), input);
  if (result.outcome === 'short') {
    const skuOf = new Map(transfer?.lines.map((line) => [line.inventoryItemId, line.sku]));
    const lines = result.short.map(({ inventoryItemId, quantity, unpooled, pooled, held }) => {
      const name = skuOf.get(inventoryItemId) ?? inventoryItemId;
      return `${formatNumber(quantity)} of ${name} are wanted, ${formatNumber(unpooled + pooled)} are available, ${formatNumber(held)} held`;
    });
    refresh();
    return { status: 'refused', message: `Refused, nothing was shipped: ${lines.join('; ')}.` };
  }
  const units = transfer?.lines.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0;
  return answerOf(access, input, result, form, `Shipped: ${formatCount(units, 'unit')} on the way.`);
}

export async function receive(_: Answer, form: FormData): Promise<Answer> {
  const access = await openAdminOf(form);
  const { input, answer } = parseForm(booking, form);
  if (!input) return answer;
  const transfer = await find(access, input.transferId);
  if (!transfer) return { status: 'refused', message: GONE };
  const read = readDelivery(
    form,
    transfer.lines.map(({ inventoryItemId }) => inventoryItemId),
  );
  if (!read.rows) return read.answer;
  const result = await receiveTransfer(access.engine, authorOf(access), { ...input, lines: read.rows });
  const arrived = read.rows.reduce((sum, { quantity }) => sum + quantity, 0);
  const missing = read.rows.reduce((sum, row) => sum + row.missing, 0);
  const lost = missing > 0 ? `, ${formatNumber(missing)} booked as missing` : '';
  return answerOf(access, input, result, form, `${formatCount(arrived, 'unit')} received${lost}.`);
}

export async function recall(_: Answer, form: FormData): Promise<Answer> {
  const access = await openAdminOf(form);
  const { input, answer } = parseForm(booking, form);
  if (!input) return answer;
  const result = await recallTransfer(access.engine, authorOf(access), input);
  return answerOf(access, input, result, form, 'Recalled: what had not arrived is back where it came from.');
}

export async function cancel(_: Answer, form: FormData): Promise<Answer> {
  const access = await openAdminOf(form);
  const { input, answer } = parseForm(step, form);
  if (!input) return answer;
  const result = await cancelTransfer(access.engine, authorOf(access), input);
  return answerOf(access, input, result, form, 'Cancelled: nothing had moved.');
}

const authorOf = ({ shop, actor }: AdminAccess) => ({ shopId: shop.shopId, actor });

function find({ shop, engine }: AdminAccess, transferId: string): Promise<TransferDetail | undefined> {
  return engine.database.read('admin', (builder) => findTransfer(builder, shop.shopId, transferId));
}

async function answerOf(
  access: AdminAccess,
  { transferId, version }: { transferId: string; version: number },
  result: StepResult,
  form: FormData,
  done: string,
): Promise<Answer> {
  refresh();
  const values = valuesOf(form);
  switch (result.outcome) {
    case 'done':
      return { status: 'done', message: done };
    case 'changed': {
      const now = await find(access, transferId);
      const since = await transferChanges(
        access.engine,
        access.shop.shopId,
        transferId,
        (now?.version ?? version) - version,
      );
      return {
        status: 'changed',
        message: whatOthersDid(since, access.shop.currency),
        seen: { version: now?.version ?? version },
      };
    }
    case 'already_done':
      return { status: 'refused', message: 'This was booked before and is not booked twice.' };
    case 'location_inactive':
      return { status: 'refused', message: 'Nothing was changed: the location is inactive.', values };
    case 'too_many':
      return { status: 'refused', message: 'Refused: more than is on the way.', values };
    case 'busy':
      return { status: 'refused', message: BUSY, values };
    case 'not_found':
      return { status: 'refused', message: GONE, values };
  }
}
