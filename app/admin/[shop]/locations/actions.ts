'use server';
/** Locations: made, changed, drained, closed. */
import { refresh } from 'next/cache';
import { z } from 'zod';
import { openAdminOf } from '@/app/admin/access';
import { hiddenId, parseForm, valuesOf } from '@/app/admin/form';
import { BUSY, GONE, whatOthersDid } from '@/app/admin/sentences';
import type { Answer } from '@/components/admin/answer';
import { formatCount } from '@/components/format';
import { listRegions } from '@/db/queries/admin-shops';
import { countLevels } from '@/merchant/count-levels';
import { createLocation, editLocation, setLocationStatus } from '@/merchant/locations';

const fields = {
  name: z
    .string()
    .trim()
    .min(1, 'A location needs a name.')
    .max(80, 'At most 80 characters.')
    .regex(/^\P{Cc}*$/u, 'One line, please.'),
  countryCode: z
    .string()
    .trim()
    .regex(/^[A-Za-z]{2}$/, 'Two letters, as in DE.')
    .transform((code) => code.toUpperCase()),
};
const key = z.object({ locationId: hiddenId, version: hiddenId });
const status = key.extend({ status: z.enum(['active', 'draining', 'inactive']) });
const TAKEN = { name: 'Another location of this shop has this name.' };

export async function create(_: Answer, form: FormData): Promise<Answer> {
  const { access, author, codes } = await begin(form);
  const { input, answer } = parseForm(z.object({ ...fields, ...regionFields(codes) }), form);
  if (!input) return answer;
  const { name, countryCode } = input;
  const created = await createLocation(access.engine.database, author, {
    name,
    countryCode,
    regions: regionsOf(codes, input),
  });
  refresh();
  if (created.outcome === 'done') return { status: 'done', message: `Location ${name} added.` };
  return created.outcome === 'busy'
    ? { status: 'refused', message: BUSY, values: valuesOf(form) }
    : { status: 'invalid', fields: TAKEN, values: valuesOf(form) };
}

export async function edit(_: Answer, form: FormData): Promise<Answer> {
  const { access, author, codes } = await begin(form);
  const { input, answer } = parseForm(key.extend({ ...fields, ...regionFields(codes) }), form);
  if (!input) return answer;
  const { locationId, version, name, countryCode } = input;
  const { database } = access.engine;
  const wanted = { name, countryCode, regions: regionsOf(codes, input) };
  const result = await editLocation(database, author, { locationId, version }, wanted);
  refresh();
  const values = valuesOf(form);
  switch (result.outcome) {
    case 'done':
      await countLevels(database, author.shopId);
      return { status: 'done', message: `${name} saved.`, seen: { version: version + 1 } };
    case 'unchanged':
      return { status: 'done', message: 'Nothing to change: it is so already.', seen: { version } };
    case 'changed':
      return {
        status: 'changed',
        message: whatOthersDid(result.since, access.shop.currency),
        values,
        seen: { version: result.version },
      };
    case 'name_taken':
    case 'sku_taken':
      return { status: 'invalid', fields: TAKEN, values };
    case 'busy':
      return { status: 'refused', message: BUSY, values };
    case 'not_found':
      return { status: 'refused', message: GONE, values };
  }
}

export async function setStatus(_: Answer, form: FormData): Promise<Answer> {
  const { access, author } = await begin(form);
  const { input, answer } = parseForm(status, form);
  if (!input) return answer;
  const { locationId, version, status: wanted } = input;
  const result = await setLocationStatus(access.engine.database, author, { locationId, version }, wanted);
  refresh();
  switch (result.outcome) {
    case 'done':
      return { status: 'done', message: words[wanted] };
    case 'unchanged':
      return { status: 'done', message: `It is ${wanted} already.` };
    case 'changed':
      return { status: 'changed', message: whatOthersDid(result.since, access.shop.currency) };
    case 'not_empty': {
      const parts = [
        result.onHand > 0 && `${formatCount(result.onHand, 'unit')} on hand, ${result.held} of them held`,
        result.onTheWay > 0 && `${formatCount(result.onTheWay, 'unit')} on the way from or to it`,
        result.planned > 0 && formatCount(result.planned, 'planned transfer'),
      ].filter(Boolean);
      return { status: 'refused', message: `Refused: it has ${parts.join(' and ')}. Drain it first.` };
    }
    case 'not_found':
      return { status: 'refused', message: GONE };
    default:
      return { status: 'refused', message: BUSY };
  }
}

const words = {
  active: 'Active: new orders may ship from here.',
  draining: 'Draining: no new holds; those it has finish as they would have.',
  inactive: 'Inactive: it takes in no stock until it is opened again.',
};

async function begin(form: FormData) {
  const access = await openAdminOf(form);
  const { shopId } = access.shop;
  const regions = await access.engine.database.read('admin', (builder) => listRegions(builder, shopId));
  return {
    access,
    author: { shopId, actor: access.actor },
    codes: regions.map(({ regionCode }) => regionCode),
  };
}

/** One priority a region, empty where the location doesn't ship to it. */
function regionFields(codes: readonly string[]) {
  const priority = z
    .string()
    .optional()
    .transform((text) => text?.trim() ?? '')
    .refine(
      (text) => text === '' || (/^\d{1,4}$/.test(text) && Number(text) >= 1),
      'From 1 to 9,999, or empty.',
    );
  return Object.fromEntries(codes.map((code) => [`region-${code}`, priority]));
}

function regionsOf(codes: readonly string[], input: object) {
  const given = input as Record<string, string>;
  return codes.flatMap((regionCode) => {
    const text = given[`region-${regionCode}`] ?? '';
    return text === '' ? [] : [{ regionCode, priority: Number(text) }];
  });
}
