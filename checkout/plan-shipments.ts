/**
 * Routing: which locations send what. One location for the whole cart if one can fill it, else the fewest parcels, and
 * among equals the locations that the region prefers. Pure, so that the same figures always give the same plan.
 */
import type { ReserveLine } from '@/engine/index';

export interface Demand {
  readonly inventoryItemId: number;
  readonly quantity: number;
}

export interface RoutingLocation {
  readonly locationId: number;
  readonly name: string;
  readonly status: 'active' | 'draining' | 'inactive';
  /** Lower is preferred; null when it doesn't ship to the buyer's region. */
  readonly priority: number | null;
}

/** What one level can give. */
export interface Capacity {
  readonly inventoryItemId: number;
  readonly inventoryGroupId: number;
  readonly locationId: number;
  readonly available: number;
}

export interface PlannedLine extends ReserveLine {
  readonly locationId: number;
}

export interface LineReason {
  readonly inventoryItemId: number;
  readonly wanted: number;
  readonly available: number;
  /** Units that this location sends. */
  readonly taken: number;
}

/** Why a location sends something, or doesn't. */
export interface LocationReason {
  readonly locationId: number;
  readonly name: string;
  readonly verdict: 'chosen' | 'not_to_region' | 'draining' | 'inactive' | 'lacks' | 'not_needed';
  readonly lines: readonly LineReason[];
}

export interface Lack {
  readonly inventoryItemId: number;
  readonly wanted: number;
  /** What all locations that may serve the buyer have together. */
  readonly available: number;
}

export type ShipmentPlan =
  | {
      readonly outcome: 'planned';
      readonly lines: readonly PlannedLine[];
      readonly reasons: readonly LocationReason[];
    }
  | {
      readonly outcome: 'lacking';
      readonly short: readonly Lack[];
      readonly reasons: readonly LocationReason[];
    };

/** Beyond this many candidate sets the search gives way to taking the fullest location first. */
const MOST_SETS = 5_000;

/** Lines of one item added up, so that two lines can't each count on the same units. */
export function addUp(lines: readonly Demand[]): Demand[] {
  const sums = new Map<number, number>();
  for (const { inventoryItemId, quantity } of lines) {
    sums.set(inventoryItemId, (sums.get(inventoryItemId) ?? 0) + quantity);
  }
  return [...sums].map(([inventoryItemId, quantity]) => ({ inventoryItemId, quantity }));
}

export function planShipments(
  lines: readonly Demand[],
  locations: readonly RoutingLocation[],
  capacities: readonly Capacity[],
): ShipmentPlan {
  const demands = addUp(lines);
  const stock = new Stock(capacities);
  const serving = locations
    .filter(({ status, priority }) => status === 'active' && priority !== null)
    .sort((a, b) => (a.priority ?? 0) - (b.priority ?? 0) || a.locationId - b.locationId)
    .map(({ locationId }) => locationId);
  const chosen = fewest(demands, serving, stock);
  const taken = chosen ? allocate(demands, chosen, stock) : [];
  const reasons = locations.map((location) => reasonOf(location, demands, stock, taken));
  if (chosen) return { outcome: 'planned', lines: taken, reasons };
  const short = demands
    .map(({ inventoryItemId, quantity }) => ({
      inventoryItemId,
      wanted: quantity,
      available: serving.reduce((sum, id) => sum + stock.at(id, inventoryItemId), 0),
    }))
    .filter(({ wanted, available }) => available < wanted);
  return { outcome: 'lacking', short, reasons };
}

class Stock {
  readonly #levels = new Map<string, Capacity[]>();

  constructor(capacities: readonly Capacity[]) {
    for (const capacity of capacities) {
      const key = `${capacity.locationId}:${capacity.inventoryItemId}`;
      this.#levels.set(key, [...(this.#levels.get(key) ?? []), capacity]);
    }
  }

  levels(locationId: number, inventoryItemId: number): readonly Capacity[] {
    return this.#levels.get(`${locationId}:${inventoryItemId}`) ?? [];
  }

  at(locationId: number, inventoryItemId: number): number {
    return this.levels(locationId, inventoryItemId).reduce((sum, { available }) => sum + available, 0);
  }
}

/** The smallest set of locations that fills the cart; of equals the first in the order given. */
function fewest(
  demands: readonly Demand[],
  serving: readonly number[],
  stock: Stock,
): readonly number[] | undefined {
  const fills = (ids: readonly number[]) =>
    demands.every(
      ({ inventoryItemId, quantity }) =>
        ids.reduce((sum, id) => sum + stock.at(id, inventoryItemId), 0) >= quantity,
    );
  if (demands.length === 0 || !fills(serving)) return undefined;
  let tried = 0;
  for (let size = 1; size < serving.length; size += 1) {
    for (const ids of subsets(serving, size)) {
      if (fills(ids)) return ids;
      tried += 1;
      if (tried >= MOST_SETS) return fullestFirst(demands, serving, stock);
    }
  }
  return serving;
}

function* subsets(ids: readonly number[], size: number, from = 0): Generator<number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let index = from; index <= ids.length - size; index += 1) {
    for (const rest of subsets(ids, size - 1, index + 1)) yield [ids[index] as number, ...rest];
  }
}

/** Takes the location that covers most of what is still missing, until nothing is. */
function fullestFirst(demands: readonly Demand[], serving: readonly number[], stock: Stock): number[] {
  const missing = new Map(demands.map(({ inventoryItemId, quantity }) => [inventoryItemId, quantity]));
  const covers = (id: number) =>
    [...missing].reduce((sum, [item, quantity]) => sum + Math.min(quantity, stock.at(id, item)), 0);
  const chosen: number[] = [];
  while ([...missing.values()].some((quantity) => quantity > 0)) {
    const rest = serving.filter((id) => !chosen.includes(id));
    const best = rest.reduce((a, b) => (covers(b) > covers(a) ? b : a));
    for (const [item, quantity] of missing) missing.set(item, Math.max(0, quantity - stock.at(best, item)));
    chosen.push(best);
  }
  return serving.filter((id) => chosen.includes(id));
}

function allocate(demands: readonly Demand[], chosen: readonly number[], stock: Stock): PlannedLine[] {
  const taken: PlannedLine[] = [];
  for (const { inventoryItemId, quantity } of demands) {
    let missing = quantity;
    for (const locationId of chosen) {
      for (const { inventoryGroupId, available } of stock.levels(locationId, inventoryItemId)) {
        const units = Math.min(missing, available);
        if (units > 0) taken.push({ inventoryItemId, inventoryGroupId, locationId, quantity: units });
        missing -= units;
      }
    }
  }
  return taken;
}

function reasonOf(
  { locationId, name, status, priority }: RoutingLocation,
  demands: readonly Demand[],
  stock: Stock,
  taken: readonly PlannedLine[],
): LocationReason {
  const lines = demands.map(({ inventoryItemId, quantity }) => ({
    inventoryItemId,
    wanted: quantity,
    available: stock.at(locationId, inventoryItemId),
    taken: taken
      .filter((line) => line.locationId === locationId && line.inventoryItemId === inventoryItemId)
      .reduce((sum, line) => sum + line.quantity, 0),
  }));
  const verdict = () => {
    if (status !== 'active') return status;
    if (priority === null) return 'not_to_region';
    if (lines.some((line) => line.taken > 0)) return 'chosen';
    return lines.some((line) => line.available < line.wanted) ? 'lacks' : 'not_needed';
  };
  return { locationId, name, verdict: verdict(), lines };
}
