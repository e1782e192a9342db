import type { LevelKey } from '@/engine/index';
import type { RunInputs } from './inputs';

/** The shop of every run, in the schema of its own. */
export const RUN_SHOP = 1;
const FIRST_ITEM = 1001;

export interface StockLevel extends LevelKey {
  /** Units that the sale starts with. */
  readonly units: number;
}

type StockInputs = Pick<RunInputs, 'stock' | 'items' | 'locations' | 'spread'>;

export const itemsOf = ({ items }: Pick<RunInputs, 'items'>): number[] =>
  Array.from({ length: items }, (_, index) => FIRST_ITEM + index);

/** How the stock lies at the start: each level gets at least one unit, and the sum is exact. */
export function levelsOf(inputs: StockInputs): StockLevel[] {
  const weights = Array.from({ length: inputs.locations }, (_, index) =>
    inputs.spread === 'even' ? 1 : 0.5 ** index,
  );
  const items = itemsOf(inputs);
  const perItem = split(
    inputs.stock,
    items.map(() => 1),
    inputs.locations,
  );
  return items.flatMap((inventoryItemId, item) =>
    split(perItem[item] ?? 0, weights, 1).map((units, location) => ({
      shopId: RUN_SHOP,
      inventoryItemId,
      inventoryGroupId: location + 1,
      units,
    })),
  );
}

/** Splits `total` by weight into whole parts of at least `least`; what is left over goes to the first ones. */
function split(total: number, weights: readonly number[], least: number): number[] {
  const spare = total - least * weights.length;
  const sum = weights.reduce((a, b) => a + b, 0);
  const parts = weights.map((weight) => least + Math.floor((spare * weight) / sum));
  let rest = total - parts.reduce((a, b) => a + b, 0);
  for (let index = 0; rest > 0; index = (index + 1) % parts.length, rest -= 1) {
    parts[index] = (parts[index] ?? 0) + 1;
  }
  return parts;
}
