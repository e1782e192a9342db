/** What the store's forms may say. The browser's own checks are a courtesy; these are the ones that count. */
import { z } from 'zod';
import { MOST_OF_ONE } from '@/checkout/cart';
import { cardOfNumber, isLuhnValid } from '@/checkout/gateway/cards';

/** What an action answers to a form that can't be taken as it is. */
export interface FormAnswer {
  /** Sentence by field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** A sentence about the whole. */
  readonly message?: string;
}

const text = (label: string, most: number) =>
  z
    .string({ error: `${label} is missing.` })
    .trim()
    .min(1, `${label} is missing.`)
    .max(most, `${label} has more than ${most} characters.`)
    // Control characters belong in no name and no address.
    .refine((value) => !/\p{Cc}/u.test(value), `${label} has characters that can’t be printed.`);

export const slugField = z.string().regex(/^[a-z0-9-]{1,80}$/);
export const idField = z.uuid();

const quantity = (least: number) =>
  z.coerce
    .number({ error: 'Give a whole number.' })
    .int('Give a whole number.')
    .min(least, `Give a number from ${least} to ${MOST_OF_ONE}.`)
    .max(MOST_OF_ONE, `At most ${MOST_OF_ONE} of one kind.`);

const variantId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

export const regionForm = z.object({ region: z.string().min(1).max(20) });
export const addForm = z.object({ variantId, quantity: quantity(1) });
export const changeForm = z.object({ variantId, quantity: quantity(0) });

export const deliveryForm = z.object({
  email: z
    .string({ error: 'Your email address is missing.' })
    .trim()
    .min(1, 'Your email address is missing.')
    .max(254, 'That is too long for an email address.')
    .pipe(z.email('That doesn’t look like an email address.')),
  fullName: text('Your name', 120),
  street: text('Street and number', 160),
  postcode: text('The postcode', 20),
  city: text('The city', 80),
  country: text('The country', 80),
  regionCode: z.string({ error: 'Choose a region.' }).min(1, 'Choose a region.').max(20, 'Choose a region.'),
});

const expiry = z
  .string({ error: 'The expiry date is missing.' })
  .trim()
  .min(1, 'The expiry date is missing.')
  .regex(/^(0[1-9]|1[0-2])\s*\/\s*\d{2}$/, 'Write month and year as 12/30.')
  .refine((value) => {
    const [month, year] = value.split('/').map((part) => Number(part));
    // A card is good until the end of its month.
    return Date.UTC(2000 + (year ?? 0), month ?? 0, 1) > Date.now();
  }, 'This card has expired.');

export const cardForm = z.object({
  attemptKey: z.uuid(),
  number: z
    .string({ error: 'The card number is missing.' })
    .trim()
    .min(1, 'The card number is missing.')
    .max(30, 'That is too long for a card number.')
    .refine(isLuhnValid, 'That is not a card number: check the digits.')
    .refine((value) => cardOfNumber(value) !== undefined, 'Only the test cards listed here are taken.'),
  expiry,
  code: z
    .string({ error: 'The security code is missing.' })
    .trim()
    .regex(/^\d{3,4}$/, 'The security code has 3 digits.'),
});

/** The form as an object for a schema; of a field sent twice the last counts, and files count as nothing. */
export function fieldsOf(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === 'string') fields[name] = value;
  return fields;
}

/** The first sentence for each field that can't be taken. */
export function answerOf(error: z.ZodError): FormAnswer {
  const fields: Record<string, string> = {};
  for (const { path, message } of error.issues) fields[String(path[0])] ??= message;
  return { fields };
}
