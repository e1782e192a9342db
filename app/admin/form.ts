/** A form's fields, checked on the server: either the input or an answer that says what is wrong, field by field. */
import { z } from 'zod';
import type { Answer } from '@/components/admin/answer';

type Parsed<T> = { input: T; answer?: undefined } | { input?: undefined; answer: Answer };

/** Texts of the form by name; files and what React adds are left out, and a name that repeats becomes a list. */
function textsOf(form: FormData): Record<string, string | string[]> {
  const texts: Record<string, string | string[]> = {};
  for (const name of new Set(form.keys())) {
    if (name.startsWith('$')) continue;
    const values = form.getAll(name).filter((value) => typeof value === 'string');
    texts[name] = values.length > 1 ? values : (values[0] ?? '');
  }
  return texts;
}

/** Checks `form` against `schema`. The values go back with the answer, so that nothing has to be typed again. */
export function parseForm<S extends z.ZodType>(schema: S, form: FormData): Parsed<z.output<S>> {
  const texts = textsOf(form);
  const result = schema.safeParse(texts);
  if (result.success) return { input: result.data };
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const name = issue.path.length > 0 ? issue.path.join('.') : 'form';
    fields[name] ??= issue.message;
  }
  return { answer: { status: 'invalid', fields, message: fields.form, values: plainValues(texts) } };
}

/** The values that a form sent, for an answer after which it is shown again. */
export function valuesOf(form: FormData): Record<string, string> {
  return plainValues(textsOf(form));
}

function plainValues(texts: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [
      name,
      (Array.isArray(value) ? value.join(',') : value).slice(0, 2_000),
    ]),
  );
}

/** A whole number as people type it, with grouping allowed: "1,200" and "1 200". */
export function wholeNumber(least: number, most: number, what: string) {
  const range = `${what}: a whole number from ${least.toLocaleString('en-GB')} to ${most.toLocaleString('en-GB')}.`;
  return z
    .string({ error: range })
    .trim()
    .regex(/^[-+]?\d{1,3}([,\s]?\d{3})*$|^[-+]?\d+$/, range)
    .transform((text) => Number(text.replace(/[,\s]/g, '')))
    .refine((value) => Number.isSafeInteger(value) && value >= least && value <= most, range);
}

/** A number that a page put into a form. */
export const hiddenId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'Reload the page and try again.')
  .transform(Number);

export const hiddenUuid = z.uuid('Reload the page and try again.').transform((text) => text.toLowerCase());

/** One line of text for the ledger or the audit trail; control characters are refused. */
export const reasonText = z
  .string()
  .trim()
  .max(200, 'At most 200 characters.')
  .regex(/^\P{Cc}*$/u, 'One line, please.');
