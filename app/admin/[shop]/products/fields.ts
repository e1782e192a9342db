/** What the fields of a product and a variant may hold. */
import { z } from 'zod';

const line = (most: number, what: string) =>
  z
    .string()
    .trim()
    .max(most, `${what}: at most ${most} characters.`)
    .regex(/^\P{Cc}*$/u, `${what}: one line, please.`);

export const productFields = {
  title: line(160, 'Title').min(1, 'A product needs a title.'),
  slug: z
    .string()
    .trim()
    .max(80, 'At most 80 characters.')
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Small letters, digits and single dashes, as in "field-book".'),
  tagline: line(200, 'Tagline'),
  description: z.string().trim().max(5_000, 'At most 5,000 characters.'),
  category: line(60, 'Category'),
  image: z
    .string()
    .trim()
    .max(200)
    .regex(/^$|^\/products\/[\w.-]+$/, 'Empty, or a picture of this site as in "/products/field-book.svg".'),
};

/** Minor units of a currency from what people type: "34", "34.5", "34,50". */
export function price(currency: string) {
  const digits =
    new Intl.NumberFormat('en-GB', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    2;
  const shape = digits === 0 ? /^\d{1,7}$/ : new RegExp(`^\\d{1,7}([.,]\\d{1,${digits}})?$`);
  return z
    .string()
    .trim()
    .regex(shape, `A price in ${currency}, at most ${digits} decimals, without thousands separators.`)
    .transform((text) => Math.round(Number(text.replace(',', '.')) * 10 ** digits));
}

export const variantFields = (currency: string) => ({
  variantTitle: line(120, 'Variant').min(1, 'A variant needs a name.'),
  sku: z
    .string()
    .trim()
    .min(1, 'A variant needs a SKU.')
    .max(60, 'At most 60 characters.')
    .regex(/^[\w.\-/]+$/, 'Letters, digits, dot, dash, slash and underscore.'),
  price: price(currency),
});

/** A price as a field shows it: "34.00". */
export function priceText(minor: number, currency: string): string {
  const digits =
    new Intl.NumberFormat('en-GB', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    2;
  return (minor / 10 ** digits).toFixed(digits);
}
