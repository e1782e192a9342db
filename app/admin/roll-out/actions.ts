'use server';
/** The roll-out from its page: pods, steps, stop, thresholds. Each asks for the sign-in before it reads anything. */
import { refresh } from 'next/cache';
import { z } from 'zod';
import { merchantName } from '@/app/admin/access';
import { hiddenId, parseForm, reasonText, valuesOf, wholeNumber } from '@/app/admin/form';
import { getEngine } from '@/app/engine';
import { requireSignIn } from '@/app/sign-in/session';
import type { Answer } from '@/components/admin/answer';
import {
  type ActResult,
  advancePod,
  type Grouping,
  goOn,
  MOST_PODS,
  makePods,
  parseLists,
  readRollOut,
  setPodBack,
  setThresholds,
  stopRollOut,
  type ThresholdKey,
  thresholdKeys,
  thresholdTexts,
  truthStates,
  withCounters,
} from '@/legacy/index';

const seenVersion = z
  .string()
  .regex(/^\d{1,9}$/, 'Reload the page and try again.')
  .transform(Number);
const state = z.enum(truthStates, 'Reload the page and try again.');

async function begin() {
  await requireSignIn('/admin/roll-out');
  const { database } = getEngine();
  return { database, actor: await merchantName() };
}

function answerOf(result: ActResult, form: FormData): Answer {
  refresh();
  const seen = result.version === undefined ? undefined : { seenVersion: result.version };
  switch (result.outcome) {
    case 'done':
    case 'already':
      return { status: 'done', message: result.says, seen };
    case 'changed':
      return {
        status: 'changed',
        message: `${result.by || 'Somebody'} has changed the roll-out meanwhile. Nothing of yours was done. Look again.`,
        values: valuesOf(form),
        seen,
      };
    case 'refused':
      return { status: 'refused', message: result.why, values: valuesOf(form) };
  }
}

export async function advance(_: Answer, form: FormData): Promise<Answer> {
  const { database, actor } = await begin();
  const { input, answer } = parseForm(z.object({ pod: hiddenId, to: state, seenVersion }), form);
  if (!input) return answer;
  const { pod: podId, to } = input;
  const result = await withCounters(database, process.env.REDIS_URL, (counters) =>
    advancePod({ database, counters }, { actor, podId, to, seenVersion: input.seenVersion }),
  );
  return answerOf(result, form);
}

export async function setBack(_: Answer, form: FormData): Promise<Answer> {
  const { database, actor } = await begin();
  const { input, answer } = parseForm(z.object({ pod: hiddenId, to: state }), form);
  if (!input) return answer;
  const result = await withCounters(database, process.env.REDIS_URL, (counters) =>
    setPodBack({ database, counters }, { actor, podId: input.pod, to: input.to }),
  );
  return answerOf(result, form);
}

export async function stop(_: Answer, form: FormData): Promise<Answer> {
  const { database, actor } = await begin();
  const { input, answer } = parseForm(z.object({ why: reasonText.optional() }), form);
  if (!input) return answer;
  const why = input.why || `Stopped by ${actor}`;
  const result = await withCounters(database, process.env.REDIS_URL, (counters) =>
    stopRollOut({ database, counters }, { actor, why }),
  );
  return answerOf(result, form);
}

export async function goOnAgain(_: Answer, form: FormData): Promise<Answer> {
  const { database, actor } = await begin();
  const { input, answer } = parseForm(z.object({ seenVersion }), form);
  if (!input) return answer;
  return answerOf(await goOn(database, { actor, seenVersion: input.seenVersion }), form);
}

const groupingSchema = z
  .object({
    by: z.enum(['traffic', 'percentage', 'list']),
    pods: z.string().max(20),
    cuts: z.string().max(200),
    lists: z.string().max(20_000),
    hours: wholeNumber(1, 8_760, 'Hours'),
    seenVersion,
  })
  .transform((input, context) => {
    const refuse = (path: string, message: string) => {
      context.addIssue({ code: 'custom', path: [path], message });
      return z.NEVER;
    };
    let grouping: Grouping;
    if (input.by === 'traffic') {
      const pods = Number(input.pods);
      if (!Number.isInteger(pods) || pods < 1 || pods > MOST_PODS)
        return refuse('pods', `A whole number from 1 to ${MOST_PODS}.`);
      grouping = { by: 'traffic', pods };
    } else if (input.by === 'percentage') {
      const cuts = input.cuts.split(/[,\s]+/).filter(Boolean);
      if (cuts.length === 0 || !cuts.every((cut) => Number(cut) > 0 && Number(cut) <= 100))
        return refuse('cuts', 'Percentages that rise up to 100, as in 5, 25, 100.');
      grouping = { by: 'percentage', cuts: cuts.map(Number) };
    } else {
      const lists = parseLists(input.lists);
      if (!lists?.length) return refuse('lists', 'Numbers of shops, a pod to a line, as in 1, 4-6.');
      grouping = { by: 'list', lists };
    }
    return { ...input, grouping };
  });

export async function regroup(_: Answer, form: FormData): Promise<Answer> {
  const { database, actor } = await begin();
  const { input, answer } = parseForm(groupingSchema, form);
  if (!input) return answer;
  const { hours, grouping } = input;
  return answerOf(await makePods(database, { actor, seenVersion: input.seenVersion, hours, grouping }), form);
}

const limit = (key: ThresholdKey) => {
  const { name, least, most } = thresholdTexts[key];
  return z
    .string()
    .trim()
    .regex(/^\d{1,7}([.,]\d{1,3})?$/, `${name}: a number.`)
    .transform((text) => Number(text.replace(',', '.')))
    .refine((value) => value >= least && value <= most, `From ${least} to ${most}.`);
};
const seenThresholds = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'Reload the page and try again.' });
      return z.NEVER;
    }
  })
  .pipe(z.partialRecord(z.enum(thresholdKeys), z.number()));
const thresholdSchema = z.object({
  seenThresholds,
  ...(Object.fromEntries(thresholdKeys.map((key) => [key, limit(key)])) as Record<
    ThresholdKey,
    ReturnType<typeof limit>
  >),
});

export async function saveThresholds(_: Answer, form: FormData): Promise<Answer> {
  const { database, actor } = await begin();
  const { input, answer } = parseForm(thresholdSchema, form);
  if (!input) return answer;
  const { seenThresholds: seen, ...thresholds } = input;
  const saved = answerOf(await setThresholds(database, { actor, seen, thresholds }), form);
  const { thresholds: now } = await readRollOut(database);
  return { ...saved, seen: { seenThresholds: JSON.stringify(now) } };
}
