/** Sentences that the answers of several forms share. */
import { formatDateTime, formatMoney } from '@/components/format';
import type { LaterChange } from '@/merchant/record-change';

const names: Record<string, string> = {
  title: 'title',
  slug: 'address',
  priceMinor: 'price',
  sku: 'SKU',
  countryCode: 'country',
  holdSeconds: 'hold',
};

/** Tells the second of two writers what the first one did, and that nothing of theirs was saved. Prices are in `currency`. */
export function whatOthersDid(since: readonly LaterChange[], currency: string): string {
  const show = (field: string, value: string | number | null) =>
    field === 'priceMinor' && typeof value === 'number' ? formatMoney(value, currency) : (value ?? '');
  const acts = since.slice(0, 3).map(({ actor, action, changes, createdAt }) => {
    const fields = changes.slice(0, 3).map(({ field, from, to }) => {
      const name = names[field] ?? field;
      return `${name} from “${show(field, from)}” to “${show(field, to)}”`;
    });
    const what = fields.length > 0 ? ` (${fields.join(', ')})` : '';
    return `${actor}: ${action}${what}, ${formatDateTime(createdAt)}`;
  });
  const who = acts.length > 0 ? acts.join('; ') : 'somebody';
  return `Changed meanwhile by ${who}. Nothing of yours was saved. Save again to put your text in its place.`;
}

export const BUSY = 'Nothing was changed: others are changing the same thing at this moment. Try again.';
export const GONE = 'Nothing was changed: this shop has no such entry.';
