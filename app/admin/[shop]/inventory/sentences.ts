/** What came of a change of stock, in a sentence with the numbers. */
import { formatCount, formatNumber } from '@/components/format';
import type { RecentChange } from '@/db/queries/admin-changes';
import type { StockAnswer } from '@/merchant/stock';

const units = (count: number) => formatCount(count, 'unit');

/** Why nothing was changed; `place` is the location's name. Never called for "done". */
export function whyNot(answer: Exclude<StockAnswer, { outcome: 'done' | 'changed' }>, place: string): string {
  switch (answer.outcome) {
    case 'refused': {
      const { held } = answer;
      const available = answer.unpooled + answer.pooled;
      const onHand = available + held;
      if (held === 0)
        return `Refused: only ${units(onHand)} ${onHand === 1 ? 'is' : 'are'} on hand in ${place}.`;
      const most = available === 0 ? 'none can go' : `at most ${formatNumber(available)} can go`;
      return `Refused: ${formatNumber(held)} of the ${formatNumber(onHand)} on hand in ${place} ${held === 1 ? 'is' : 'are'} held, so ${most}.`;
    }
    case 'repeated':
      return 'This change was made before and is not made twice.';
    case 'busy':
      return 'Nothing was changed: buyers are checking out these units at this moment. Try again.';
    case 'not_found':
      return 'Nothing was changed: this shop has no such item or location, or no stock of it there.';
    case 'location_inactive':
      return `Nothing was changed: ${place} is inactive and takes in no stock. Make it active or draining first.`;
    case 'same_location':
      return 'Nothing was changed: choose another location as the destination.';
  }
}

/** Tells the second writer what the first one did. */
export function whatChanged(
  place: string,
  before: number,
  now: number,
  changes: readonly RecentChange[],
): string {
  const how = changes.map(({ reason, delta }) => `${delta > 0 ? '+' : '−'}${Math.abs(delta)} ${reason}`);
  const because = how.length > 0 ? ` (${how.join(', ')})` : '';
  return `On hand in ${place} went from ${formatNumber(before)} to ${formatNumber(now)}${because} while this form was open. Nothing was changed: check your count and set it again.`;
}

/** "12 on hand now", and what else happened since the form was opened. */
export function onHandNow(place: string, before: number, change: number, now: number): string {
  const other = now - before - change;
  const aside =
    other === 0
      ? ''
      : `, ${formatNumber(Math.abs(other))} ${other < 0 ? 'fewer' : 'more'} than this form could know: stock moved meanwhile`;
  return `${units(now)} on hand in ${place} now${aside}.`;
}
