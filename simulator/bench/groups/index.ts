/** All measurements, in the order of the report. */
import type { Group } from '../sample';
import { carts, cartsByConnections, manyItems } from './carts';
import { ceiling } from './ceiling';
import { checkouts } from './checkouts';
import { coldItem } from './cold-item';
import { snapshots, sweepers } from './disturbed';
import { caps, levels, stocks } from './growth';
import { hotItem } from './hot-item';
import { panel } from './panel';
import { refillRuns } from './refills';
import { web } from './web';

export const groups: readonly Group[] = [
  hotItem,
  ceiling,
  checkouts,
  carts,
  cartsByConnections,
  manyItems,
  stocks,
  levels,
  caps,
  refillRuns,
  snapshots,
  sweepers,
  panel,
  coldItem,
  web,
];
