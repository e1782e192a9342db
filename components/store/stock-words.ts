/**
 * Stock in the words of a buyer: what can be promised to one region, and why not more. The numbers come from the engine's
 * availability; here they only become sentences.
 */
import { formatNumber } from '@/components/format';

export interface StockPlace {
  location: string;
  available: number;
}

export interface StockPromise {
  /** Active locations that ship to the buyer's region, the preferred one first. */
  places: StockPlace[];
  /** Units in live holds of others at those locations. */
  held: number;
  /** Units at locations that do not ship to the region. */
  elsewhere: number;
  regionName: string;
}

export type StockTone = 'plenty' | 'few' | 'held' | 'none';

export interface StockWords {
  tone: StockTone;
  text: string;
}

/** From this many on, a buyer only reads "In stock". */
const plenty = 10;

export function stockWords({ places, held, elsewhere, regionName }: StockPromise): StockWords {
  const stocked = places.filter(({ available }) => available > 0);
  const total = stocked.reduce((sum, { available }) => sum + available, 0);
  const [first, ...others] = stocked;
  if (first) {
    if (total > plenty) return { tone: 'plenty', text: `In stock, ships from ${first.location}` };
    if (others.length === 0) {
      const count = total === 1 ? 'Last one' : `${total} left`;
      return { tone: 'few', text: `${count}, ships from ${first.location}` };
    }
    const parts = stocked.map(({ location, available }) => `${available} in ${location}`);
    return { tone: 'few', text: `${total} left: ${parts.join(', ')}` };
  }
  if (held > 0) {
    const subject = held === 1 ? 'The last one is' : `The last ${formatNumber(held)} are`;
    return { tone: 'held', text: `${subject} being paid for by others` };
  }
  if (elsewhere > 0) return { tone: 'none', text: `Not shipped to ${regionName}` };
  return { tone: 'none', text: 'Sold out' };
}
