/**
 * What the large shop consists of, as plain numbers: the same for the same size, so that a plan of a query or a
 * screenshot can be compared with yesterday's.
 */
export interface LargeSize {
  readonly products: number;
  readonly ledgerEntries: number;
  /** Live holds of one unit each. */
  readonly holds: number;
}

export interface PlannedItem {
  readonly itemId: number;
  readonly productId: number;
  readonly position: number;
  readonly sku: string;
}

/** A level with its whole past: `entries` changes whose sum, with what was received first, is `onHand`. */
export interface PlannedLevel {
  readonly itemId: number;
  readonly locationId: number;
  readonly entries: number;
  readonly firstReceived: number;
  readonly sold: number;
  readonly onHand: number;
  readonly held: number;
}

export const largeLocations = [
  { locationId: 1, name: 'Rotterdam', countryCode: 'NL', status: 'active' },
  { locationId: 2, name: 'Leipzig', countryCode: 'DE', status: 'active' },
  { locationId: 3, name: 'Lyon', countryCode: 'FR', status: 'active' },
  { locationId: 4, name: 'Gdansk', countryCode: 'PL', status: 'draining' },
] as const;

export const largeRegions = [
  { code: 'europe', name: 'Europe' },
  { code: 'elsewhere', name: 'Everywhere else' },
] as const;

const FINISHES = [
  'Folding',
  'Heavy',
  'Small',
  'Plain',
  'Ribbed',
  'Waxed',
  'Painted',
  'Round',
  'Long',
  'Quiet',
];
const MATERIALS = [
  'brass',
  'steel',
  'oak',
  'beech',
  'linen',
  'cork',
  'copper',
  'glass',
  'paper',
  'felt',
  'tin',
];
const THINGS = [
  'lamp',
  'ruler',
  'tray',
  'box',
  'hook',
  'stool',
  'bowl',
  'clip',
  'apron',
  'brush',
  'frame',
  'knife',
  'spool',
];
export const largeCategories = ['Desk', 'Kitchen', 'Workshop', 'Garden', 'Travel'] as const;

export function titleOf(productId: number): string {
  const pick = (list: readonly string[], at: number) => list[at % list.length];
  const words = [pick(FINISHES, productId), pick(MATERIALS, productId * 7), pick(THINGS, productId * 5)];
  return `${words.join(' ')} ${String(productId).padStart(5, '0')}`;
}

/** Most products come in one variant, every fifth in two, every twenty-fifth in four. */
export function planItems({ products }: LargeSize): PlannedItem[] {
  const items: PlannedItem[] = [];
  for (let productId = 1; productId <= products; productId += 1) {
    const variants = productId % 25 === 0 ? 4 : productId % 5 === 0 ? 2 : 1;
    for (let position = 0; position < variants; position += 1) {
      const sku = `TT-${String(productId).padStart(5, '0')}-${'ABCD'[position]}`;
      items.push({ itemId: items.length + 1, productId, position, sku });
    }
  }
  return items;
}

/** The change that the n-th entry of a level makes, for n > 1; the SQL of `statements.ts` writes the same. */
export function deltaOf(n: number): number {
  const step = n % 20;
  if (step === 2) return 6;
  if (step === 12 || step === 17) return 1;
  return -1;
}

const isSale = (n: number) => n > 1 && ![2, 7, 12, 17].includes(n % 20);

/** Two or three levels an item. One level has a tenth of all entries, nine have a hundredth each: a few items are hot. */
export function planLevels(size: LargeSize, items: readonly PlannedItem[]): PlannedLevel[] {
  const places = items.flatMap(({ itemId }) => {
    const count = itemId % 3 === 0 ? 3 : 2;
    return Array.from({ length: count }, (_, nth) => ({ itemId, locationId: ((itemId + nth) % 4) + 1 }));
  });
  const hotEntries = places.slice(0, 10).map((_, rank) => Math.floor(size.ledgerEntries / (rank ? 100 : 10)));
  const others = places.length - hotEntries.length;
  const left = size.ledgerEntries - hotEntries.reduce((sum, entries) => sum + entries, 0);
  const usual = Math.floor(left / others);
  let spare = left - usual * others;
  let holds = size.holds;
  return places.map(({ itemId, locationId }, index) => {
    let entries = hotEntries[index];
    if (entries === undefined) {
      entries = usual + (spare > 0 ? 1 : 0);
      spare -= 1;
    }
    // Every seventh level is sold out, the others have from 1 to 90 units.
    const wanted = index % 7 === 6 ? 0 : (index * 37) % 90;
    const { sum, lowest, sold } = historyOf(entries);
    // So much was received first that the balance never was below zero.
    const firstReceived = Math.max(1, wanted - sum, -lowest);
    const onHand = firstReceived + sum;
    const held = holds > 0 && onHand > 1 && index % 11 === 0 ? 1 : 0;
    holds -= held;
    return { itemId, locationId, entries, firstReceived, sold, onHand, held };
  });
}

function historyOf(entries: number): { sum: number; lowest: number; sold: number } {
  let sum = 0;
  let lowest = 0;
  let sold = 0;
  for (let n = 2; n <= entries; n += 1) {
    sum += deltaOf(n);
    lowest = Math.min(lowest, sum);
    if (isSale(n)) sold += 1;
  }
  return { sum, lowest, sold };
}
