/** Item ids in an address. */

const MOST_ITEMS = 200;

/** "1,2" → [1, 2]; undefined for anything else. */
export function itemsIn(text: string | null): number[] | undefined {
  if (!text || !/^\d{1,15}(,\d{1,15})*$/.test(text)) return undefined;
  const items = text.split(',').map(Number);
  return items.length <= MOST_ITEMS ? items : undefined;
}
