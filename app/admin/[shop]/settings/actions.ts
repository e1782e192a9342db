'use server';
/** Shop settings: how long units are held, and how much of the stock is laid out as rows. */
import { refresh } from 'next/cache';
import { z } from 'zod';
import { openAdminOf } from '@/app/admin/access';
import { parseForm, valuesOf, wholeNumber } from '@/app/admin/form';
import { BUSY, GONE } from '@/app/admin/sentences';
import type { Answer } from '@/components/admin/answer';
import { formatCount } from '@/components/format';
import { applyToLevels, editSettings } from '@/merchant/settings';

const seen = z
  .string()
  .regex(/^\d{1,9}$/, 'Reload the page and try again.')
  .transform(Number);

const schema = z
  .object({
    holdMinutes: z
      .string()
      .trim()
      .regex(/^\d{1,4}([.,]\d{1,2})?$/, 'Minutes, as in 5 or 2.5.')
      .transform((text) => Math.round(Number(text.replace(',', '.')) * 60))
      .refine((seconds) => seconds >= 10 && seconds <= 86_400, 'From 10 seconds (0.17) to a day (1440).'),
    extensionSeconds: wholeNumber(0, 3_600, 'Seconds'),
    poolCap: wholeNumber(1, 10_000, 'Unit rows'),
    lowWaterMark: wholeNumber(0, 9_999, 'Unit rows'),
    isForAll: z.string().optional(),
    seenHold: seen,
    seenExtension: seen,
    seenCap: seen,
    seenMark: seen,
  })
  .refine((input) => input.lowWaterMark < input.poolCap, {
    path: ['lowWaterMark'],
    message: 'Less than the pool cap: a refill has to have something to add.',
  });

export async function save(_: Answer, form: FormData): Promise<Answer> {
  const { shop, engine, actor } = await openAdminOf(form);
  const { input, answer } = parseForm(schema, form);
  if (!input) return answer;
  const author = { shopId: shop.shopId, actor };
  const wanted = {
    holdSeconds: input.holdMinutes,
    paymentExtensionSeconds: input.extensionSeconds,
    poolCap: input.poolCap,
    lowWaterMark: input.lowWaterMark,
  };
  const result = await editSettings(
    engine.database,
    author,
    {
      holdSeconds: input.seenHold,
      paymentExtensionSeconds: input.seenExtension,
      poolCap: input.seenCap,
      lowWaterMark: input.seenMark,
    },
    wanted,
  );
  refresh();
  const values = valuesOf(form);
  switch (result.outcome) {
    case 'done':
    case 'unchanged': {
      const count = input.isForAll ? await applyToLevels(engine.database, author) : 0;
      const word = result.outcome === 'done' ? 'Settings saved.' : 'The settings were so already.';
      const levels = input.isForAll ? ` ${formatCount(count, 'level')} changed with them.` : '';
      return { status: 'done', message: `${word}${levels}`, seen: seenOf(wanted) };
    }
    case 'changed': {
      const { holdSeconds, paymentExtensionSeconds, poolCap, lowWaterMark } = result.now;
      return {
        status: 'changed',
        message: `Changed meanwhile: holds of ${holdSeconds / 60} min, extended by ${paymentExtensionSeconds} s, pool cap ${poolCap}, low-water mark ${lowWaterMark}. Nothing of yours was saved. Save again to put yours in its place.`,
        values,
        seen: seenOf(result.now),
      };
    }
    case 'not_found':
      return { status: 'refused', message: GONE, values };
    default:
      return { status: 'refused', message: BUSY, values };
  }
}

function seenOf(now: {
  holdSeconds: number;
  paymentExtensionSeconds: number;
  poolCap: number;
  lowWaterMark: number;
}): Record<string, number> {
  return {
    seenHold: now.holdSeconds,
    seenExtension: now.paymentExtensionSeconds,
    seenCap: now.poolCap,
    seenMark: now.lowWaterMark,
  };
}
