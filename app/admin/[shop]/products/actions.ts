'use server';
/** Changes of the catalogue. Each is checked on the server, compared with what was seen, and kept in the history. */
import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { type AdminAccess, openAdminOf } from '@/app/admin/access';
import { hiddenId, parseForm, valuesOf } from '@/app/admin/form';
import { BUSY, GONE, whatOthersDid } from '@/app/admin/sentences';
import type { Answer } from '@/components/admin/answer';
import { variantsOf } from '@/db/queries/admin-products';
import { countItem } from '@/merchant/count-levels';
import type { EditResult } from '@/merchant/edit';
import { createProduct, editProduct, setProductStatus } from '@/merchant/products';
import { createVariant, editVariant, setVariantStatus } from '@/merchant/variants';
import { productFields, variantFields } from './fields';

const productKey = z.object({ productId: hiddenId, version: hiddenId });
const variantKey = productKey.extend({ variantId: hiddenId });
const archiving = z.object({ status: z.enum(['active', 'archived']) });

export async function create(_: Answer, form: FormData): Promise<Answer> {
  const { access, author } = await begin(form);
  const schema = z.object({ ...productFields, ...variantFields(access.shop.currency) });
  const { input, answer } = parseForm(schema, form);
  if (!input) return answer;
  const { variantTitle, sku, price, ...product } = input;
  const created = await createProduct(access.engine.database, author, product, {
    title: variantTitle,
    sku,
    priceMinor: price,
  });
  if (created.outcome === 'done') redirect(`/admin/${access.shop.slug}/products/${created.productId}`);
  return notCreated(created.outcome, form);
}

export async function edit(_: Answer, form: FormData): Promise<Answer> {
  const { access, author } = await begin(form);
  const { input, answer } = parseForm(productKey.extend(productFields), form);
  if (!input) return answer;
  const { productId, version, ...fields } = input;
  const result = await editProduct(access.engine.database, author, { productId, version }, fields);
  await recount(access, productId, result);
  return answerOf(access, result, form, version, 'Product saved.');
}

export async function setStatus(_: Answer, form: FormData): Promise<Answer> {
  const { access, author } = await begin(form);
  const { input, answer } = parseForm(productKey.extend(archiving.shape), form);
  if (!input) return answer;
  const { productId, version, status } = input;
  const result = await setProductStatus(access.engine.database, author, { productId, version }, status);
  await recount(access, productId, result);
  const word = status === 'archived' ? 'Archived: the shop no longer offers it.' : 'On sale again.';
  return answerOf(access, result, form, version, word);
}

export async function addVariant(_: Answer, form: FormData): Promise<Answer> {
  const { access, author } = await begin(form);
  const schema = z.object({ productId: hiddenId, ...variantFields(access.shop.currency) });
  const { input, answer } = parseForm(schema, form);
  if (!input) return answer;
  const { productId, variantTitle: title, sku, price: priceMinor } = input;
  const created = await createVariant(access.engine.database, author, productId, { title, sku, priceMinor });
  refresh();
  if (created.outcome !== 'done') return notCreated(created.outcome, form);
  return { status: 'done', message: `Variant "${title}" added. It can be sold once units are received.` };
}

export async function saveVariant(_: Answer, form: FormData): Promise<Answer> {
  const { access, author } = await begin(form);
  const { input, answer } = parseForm(variantKey.extend(variantFields(access.shop.currency)), form);
  if (!input) return answer;
  const { productId, variantId, version, variantTitle: title, sku, price: priceMinor } = input;
  const key = { productId, variantId, version };
  const result = await editVariant(access.engine.database, author, key, { title, sku, priceMinor });
  await recount(access, productId, result);
  return answerOf(access, result, form, version, 'Variant saved.');
}

export async function setVariant(_: Answer, form: FormData): Promise<Answer> {
  const { access, author } = await begin(form);
  const { input, answer } = parseForm(variantKey.extend(archiving.shape), form);
  if (!input) return answer;
  const { status, productId, variantId, version } = input;
  const key = { productId, variantId, version };
  const result = await setVariantStatus(access.engine.database, author, key, status);
  await recount(access, productId, result);
  const word = status === 'archived' ? 'Variant archived.' : 'Variant on sale again.';
  return answerOf(access, result, form, version, word);
}

async function begin(form: FormData) {
  const access = await openAdminOf(form);
  return { access, author: { shopId: access.shop.shopId, actor: access.actor } };
}

/** Lists know items by their names: those of a changed product are counted again. */
async function recount({ engine, shop }: AdminAccess, productId: number, result: EditResult) {
  if (result.outcome !== 'done') return;
  const items = await engine.database.read('admin', (builder) => variantsOf(builder, shop.shopId, productId));
  for (const { inventoryItemId } of items) await countItem(engine.database, shop.shopId, inventoryItemId);
}

function answerOf(
  { shop }: AdminAccess,
  result: EditResult,
  form: FormData,
  version: number,
  done: string,
): Answer {
  refresh();
  const values = valuesOf(form);
  switch (result.outcome) {
    case 'done':
      return { status: 'done', message: done, seen: { version: version + 1 } };
    case 'unchanged':
      return { status: 'done', message: 'Nothing to change: it is so already.', seen: { version } };
    case 'changed':
      return {
        status: 'changed',
        message: whatOthersDid(result.since, shop.currency),
        values,
        seen: { version: result.version },
      };
    case 'name_taken':
    case 'sku_taken':
      return taken(result.outcome, form);
    case 'busy':
      return { status: 'refused', message: BUSY, values };
    case 'not_found':
      return { status: 'refused', message: GONE, values };
  }
}

function taken(outcome: 'name_taken' | 'sku_taken', form: FormData): Answer {
  const fields: Record<string, string> =
    outcome === 'name_taken'
      ? { slug: 'Another product of this shop has this address.' }
      : { sku: 'Another variant of this shop has this SKU.' };
  return { status: 'invalid', fields, values: valuesOf(form) };
}

function notCreated(
  outcome: 'name_taken' | 'sku_taken' | 'busy' | 'too_many' | 'not_found',
  form: FormData,
): Answer {
  if (outcome === 'name_taken' || outcome === 'sku_taken') return taken(outcome, form);
  const message = {
    busy: BUSY,
    too_many: 'Nothing was saved: a product has at most 100 variants.',
    not_found: GONE,
  }[outcome];
  return { status: 'refused', message, values: valuesOf(form) };
}
