/** How shops become pods, which go one after the other, quiet shops before busy ones. Pure. */
export interface ShopTraffic {
  readonly shopId: number;
  /** Checkouts begun in the hours that were looked at. */
  readonly checkouts: number;
}

export type Grouping =
  /** Quiet shops first, so that each pod has about the same share of the checkouts. */
  | { readonly by: 'traffic'; readonly pods: number }
  /** Quiet shops first; after pod n so many per cent of the shops have gone. */
  | { readonly by: 'percentage'; readonly cuts: readonly number[] }
  /** As named; shops that are not named take no part. */
  | { readonly by: 'list'; readonly lists: readonly (readonly number[])[] };

export const MOST_PODS = 20;

/** The shops of each pod in order; or what is wrong with the wish. */
export function groupShops(
  shops: readonly ShopTraffic[],
  grouping: Grouping,
): { readonly pods: readonly (readonly ShopTraffic[])[] } | { readonly problem: string } {
  if (shops.length === 0) return { problem: 'There is no shop.' };
  const quietFirst = [...shops].sort((a, b) => a.checkouts - b.checkouts || a.shopId - b.shopId);
  switch (grouping.by) {
    case 'traffic':
      return byTraffic(quietFirst, grouping.pods);
    case 'percentage':
      return byPercentage(quietFirst, grouping.cuts);
    case 'list':
      return byList(shops, grouping.lists);
  }
}

function byTraffic(quietFirst: readonly ShopTraffic[], count: number) {
  if (!Number.isInteger(count) || count < 1 || count > MOST_PODS) {
    return { problem: `A whole number of pods from 1 to ${MOST_PODS}.` };
  }
  const total = quietFirst.reduce((sum, { checkouts }) => sum + checkouts, 0);
  const pods: ShopTraffic[][] = Array.from({ length: count }, () => []);
  let before = 0;
  for (const [index, shop] of quietFirst.entries()) {
    // Where the middle of the shop's own share lies; without any traffic, its place in the order.
    const place = total > 0 ? (before + shop.checkouts / 2) / total : index / quietFirst.length;
    pods[Math.min(count - 1, Math.floor(place * count))]?.push(shop);
    before += shop.checkouts;
  }
  return { pods: pods.filter((pod) => pod.length > 0) };
}

function byPercentage(quietFirst: readonly ShopTraffic[], cuts: readonly number[]) {
  const isRising = cuts.every((cut, index) => cut > (cuts[index - 1] ?? 0) && cut <= 100);
  if (cuts.length === 0 || cuts.length > MOST_PODS || !isRising) {
    return { problem: `Percentages that rise, up to 100, at most ${MOST_PODS} of them: 5, 25, 100.` };
  }
  const ends = cuts.map((cut) => Math.ceil((quietFirst.length * cut) / 100));
  const pods = ends.map((end, index) => quietFirst.slice(ends[index - 1] ?? 0, end));
  return { pods: pods.filter((pod) => pod.length > 0) };
}

function byList(shops: readonly ShopTraffic[], lists: readonly (readonly number[])[]) {
  const known = new Map(shops.map((shop) => [shop.shopId, shop]));
  const named = lists.flat();
  if (named.length === 0 || lists.length > MOST_PODS) {
    return { problem: `At least one shop, in at most ${MOST_PODS} pods.` };
  }
  const unknown = named.filter((shopId) => !known.has(shopId));
  if (unknown.length > 0) return { problem: `There is no shop ${unknown.slice(0, 5).join(', ')}.` };
  const twice = named.filter((shopId, index) => named.indexOf(shopId) !== index);
  if (twice.length > 0)
    return { problem: `Named twice: shop ${[...new Set(twice)].slice(0, 5).join(', ')}.` };
  const pods = lists.map((list) => list.flatMap((shopId) => known.get(shopId) ?? []));
  return { pods: pods.filter((pod) => pod.length > 0) };
}

/** "1, 4-6; 2" → [[1, 4, 5, 6], [2]]: a pod to a semicolon or line. Undefined for anything else. */
export function parseLists(text: string): number[][] | undefined {
  const lists: number[][] = [];
  for (const line of text.split(/[;\n]/)) {
    const words = line.split(/[,\s]+/).filter((word) => word !== '');
    const list: number[] = [];
    for (const word of words) {
      const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(word) ?? [];
      if (!first || Number(last) < Number(first) || Number(last) - Number(first) > 10_000) return undefined;
      for (let shopId = Number(first); shopId <= Number(last); shopId += 1) list.push(shopId);
    }
    if (list.length > 0) lists.push(list);
  }
  return lists;
}
