'use server';
/** Switches a shop between Redis and MySQL; the kill switch is one of them. */
import { refresh } from 'next/cache';
import { z } from 'zod';
import { openAdminOf } from '@/app/admin/access';
import { parseForm, reasonText, valuesOf } from '@/app/admin/form';
import { BUSY } from '@/app/admin/sentences';
import type { Answer } from '@/components/admin/answer';
import { formatCount } from '@/components/format';
import { RedisError } from '@/db/redis/client';
import { orBusy } from '@/db/retry';
import { pressSwitch, type SwitchResult, stateTexts, truthStates } from '@/legacy/index';

const schema = z.object({
  to: z.enum(truthStates, { error: 'Reload the page and try again.' }),
  reason: reasonText.optional(),
  /** Left out by the kill switch, which acts whatever has changed since the page was shown. */
  seenVersion: z
    .string()
    .regex(/^\d{1,9}$/, 'Reload the page and try again.')
    .transform(Number)
    .optional(),
});

export async function switchTo(_: Answer, form: FormData): Promise<Answer> {
  const { shop, engine, actor } = await openAdminOf(form);
  const { input, answer } = parseForm(schema, form);
  if (!input) return answer;
  const { to, reason = '', seenVersion } = input;
  const values = valuesOf(form);
  try {
    const request = { shopId: shop.shopId, to, actor, reason, seenVersion };
    const result = await orBusy(() => pressSwitch(engine.database, process.env.REDIS_URL, request));
    refresh();
    return answerOf(result, to, values);
  } catch (error) {
    if (!(error instanceof RedisError)) throw error;
    refresh();
    return {
      status: 'refused',
      message: `Redis failed while this was done: ${error.message}. The page shows what holds now; until Redis answers, a shop that it decides for is busy. Going on to MySQL needs no Redis.`,
      values,
    };
  }
}

function answerOf(
  result: SwitchResult | { readonly outcome: 'busy' },
  to: (typeof truthStates)[number],
  values: Record<string, string>,
): Answer {
  switch (result.outcome) {
    case 'switched':
      return {
        status: 'done',
        message: `${stateTexts[to].name}: ${stateTexts[to].decides} decides. ${formatCount(result.holdsCarried, 'live hold')} honoured.`,
        seen: { seenVersion: result.version },
      };
    case 'already':
      return { status: 'done', message: `The shop was in this state already: ${stateTexts[to].name}.` };
    case 'no_redis':
      return {
        status: 'refused',
        message: `${result.missing} "npm run doctor" says what was tried, REDIS_URL names one. Nothing was switched.`,
        values,
      };
    case 'impossible':
      return {
        status: 'refused',
        message: `From “${stateTexts[result.from].name}” there is no way to “${stateTexts[to].name}”. Allowed: ${result.allowed.map((state) => stateTexts[state].name).join(', ')}.`,
        values,
      };
    case 'closed':
      return { status: 'refused', message: `Not yet: ${result.closed.join('; ')}.`, values };
    case 'changed':
      return {
        status: 'changed',
        message: `${result.by} has switched the shop to “${stateTexts[result.state].name}” meanwhile. Nothing of yours was done. Look at the page as it is now, then decide again.`,
        values,
      };
    case 'busy':
      return { status: 'refused', message: BUSY, values };
    case 'not_found':
      return { status: 'refused', message: 'There is no such shop any more.', values };
  }
}
