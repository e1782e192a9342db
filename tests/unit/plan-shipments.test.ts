import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Capacity, planShipments, type RoutingLocation } from '@/checkout/plan-shipments';

const place = (locationId: number, overrides: Partial<RoutingLocation> = {}): RoutingLocation => ({
  locationId,
  name: `L${locationId}`,
  status: 'active',
  priority: locationId,
  ...overrides,
});

/** Units of item 1 by location. */
const stock = (units: Record<number, number>, inventoryItemId = 1): Capacity[] =>
  Object.entries(units).map(([location, available]) => ({
    inventoryItemId,
    inventoryGroupId: Number(location),
    locationId: Number(location),
    available,
  }));

const want = (quantity: number, inventoryItemId = 1) => ({ inventoryItemId, quantity });

/** "L1:2 L2:3" */
function shown(plan: ReturnType<typeof planShipments>): string {
  if (plan.outcome === 'lacking') return 'lacking';
  return plan.lines.map(({ locationId, quantity }) => `L${locationId}:${quantity}`).join(' ');
}

test('B9: one location for everything if one has it, else the fewest, and of those the preferred ones', () => {
  const three = [place(1), place(2), place(3)];
  expect(shown(planShipments([want(5)], three, stock({ 1: 2, 2: 4, 3: 5 })))).toBe('L3:5');
  expect(shown(planShipments([want(5)], three, stock({ 1: 2, 2: 4, 3: 4 })))).toBe('L1:2 L2:3');
  expect(shown(planShipments([want(5)], three, stock({ 1: 2, 2: 2, 3: 1 })))).toBe('L1:2 L2:2 L3:1');
  expect(shown(planShipments([want(2)], three, stock({ 1: 5, 2: 5, 3: 5 })))).toBe('L1:2');
});

test('the order of the list doesn’t matter, the region’s priority does', () => {
  const plan = planShipments(
    [want(1)],
    [place(1, { priority: 9 }), place(2, { priority: 3 })],
    stock({ 1: 1, 2: 1 }),
  );
  expect(shown(plan)).toBe('L2:1');
});

test('draining, closed and foreign locations give nothing, and say why', () => {
  const plan = planShipments(
    [want(1)],
    [
      place(1, { status: 'draining' }),
      place(2, { status: 'inactive' }),
      place(3, { priority: null }),
      place(4),
    ],
    stock({ 1: 9, 2: 9, 3: 9, 4: 1 }),
  );
  expect(shown(plan)).toBe('L4:1');
  expect(plan.reasons.map(({ verdict }) => verdict)).toEqual([
    'draining',
    'inactive',
    'not_to_region',
    'chosen',
  ]);
});

test('what all together lack is told item by item', () => {
  const plan = planShipments(
    [want(3), want(1, 2)],
    [place(1), place(2)],
    [...stock({ 1: 1, 2: 1 }), ...stock({ 1: 1 }, 2)],
  );
  expect(plan).toMatchObject({
    outcome: 'lacking',
    short: [{ inventoryItemId: 1, wanted: 3, available: 2 }],
  });
});

test('with many locations it takes the fullest ones', () => {
  const many = Array.from({ length: 30 }, (_, index) => place(index + 1));
  const units = Object.fromEntries(many.map(({ locationId }) => [locationId, locationId === 30 ? 20 : 1]));
  const plan = planShipments([want(35)], many, stock(units));
  expect(plan.outcome).toBe('planned');
  if (plan.outcome === 'planned') expect(plan.lines).toHaveLength(16);
});

test('a plan always covers the cart, never takes more than is there, and never a location too many', () => {
  const levels = fc.array(fc.array(fc.nat(4), { minLength: 3, maxLength: 3 }), {
    minLength: 1,
    maxLength: 5,
  });
  const cart = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(levels, cart, (byLocation, quantities) => {
      const places = byLocation.map((_, index) => place(index + 1));
      const capacities = byLocation.flatMap((items, location) =>
        items.map((available, item) => ({
          inventoryItemId: item,
          inventoryGroupId: location + 1,
          locationId: location + 1,
          available,
        })),
      );
      const demands = quantities.map((quantity, item) => want(quantity, item));
      const plan = planShipments(demands, places, capacities);
      const covers = (locations: readonly number[]) =>
        demands.every(
          ({ inventoryItemId, quantity }) =>
            capacities
              .filter((one) => one.inventoryItemId === inventoryItemId && locations.includes(one.locationId))
              .reduce((sum, { available }) => sum + available, 0) >= quantity,
        );
      if (plan.outcome === 'lacking') {
        expect(covers(places.map(({ locationId }) => locationId))).toBe(false);
        return;
      }
      for (const { inventoryItemId, quantity } of demands) {
        const lines = plan.lines.filter((line) => line.inventoryItemId === inventoryItemId);
        expect(lines.reduce((sum, line) => sum + line.quantity, 0)).toBe(quantity);
      }
      for (const line of plan.lines) {
        const level = capacities.find(
          (one) => one.inventoryItemId === line.inventoryItemId && one.locationId === line.locationId,
        );
        expect(line.quantity).toBeLessThanOrEqual(level?.available ?? 0);
      }
      const used = [...new Set(plan.lines.map(({ locationId }) => locationId))];
      for (const left of used) expect(covers(used.filter((one) => one !== left))).toBe(false);
    }),
  );
});
