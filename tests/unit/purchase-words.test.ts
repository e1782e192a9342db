import { expect, test } from 'vitest';
import { type Capacity, planShipments, type RoutingLocation } from '@/checkout/plan-shipments';
import {
  chosenWords,
  leftWords,
  passedOverWords,
  shortWords,
  soonWords,
} from '@/components/store/purchase-words';

const names = [{ inventoryItemId: 1, title: 'Field Book' }];

const berlin: RoutingLocation = { locationId: 1, name: 'Berlin', status: 'active', priority: 1 };
const porto: RoutingLocation = { locationId: 2, name: 'Porto', status: 'active', priority: 2 };
const toronto: RoutingLocation = { locationId: 3, name: 'Toronto', status: 'active', priority: null };

function plan(quantity: number, units: readonly number[], locations = [berlin, porto, toronto]) {
  const stock: Capacity[] = units.map((available, index) => ({
    inventoryItemId: 1,
    inventoryGroupId: index + 1,
    locationId: index + 1,
    available,
  }));
  return planShipments([{ inventoryItemId: 1, quantity }], locations, stock);
}

const sentences = ({ reasons }: ReturnType<typeof plan>) =>
  reasons.map((reason) =>
    reason.verdict === 'chosen'
      ? `${reason.name}: ${chosenWords(reason, reasons, names, 'Europe')}`
      : `${reason.name} ${passedOverWords(reason, names, 'Europe')}`,
  );

test('one parcel says why it comes from there, and why not from the others', () => {
  expect(sentences(plan(2, [5, 5, 5]))).toEqual([
    'Berlin: Has everything, and is the first choice for Europe.',
    'Porto has it too, but is not the first choice for Europe',
    'Toronto doesn’t ship to Europe',
  ]);
  expect(sentences(plan(3, [2, 5, 5]))).toEqual([
    'Berlin has 2 of 3 Field Book',
    'Porto: Has everything, so that it is one parcel.',
    'Toronto doesn’t ship to Europe',
  ]);
});

test('several parcels say what each place lacks, and that they are the fewest', () => {
  expect(sentences(plan(4, [2, 3, 5]))).toEqual([
    'Berlin: Has 2 of 4 Field Book; 2 parcels are the fewest.',
    'Porto: Has 3 of 4 Field Book; 2 parcels are the fewest.',
    'Toronto doesn’t ship to Europe',
  ]);
});

test('a draining location takes no new orders', () => {
  expect(sentences(plan(1, [5, 5, 0], [{ ...berlin, status: 'draining' }, porto]))[0]).toBe(
    'Berlin takes no new orders',
  );
});

test('a refusal says what is left and where, also where it can’t be sent from', () => {
  expect(leftWords(1, plan(9, [0, 2, 7]).reasons, 'Europe')).toBe(
    'Only 2 are left, in Porto; 7 in Toronto can’t be sent to Europe.',
  );
  expect(leftWords(1, plan(9, [0, 1, 0]).reasons, 'Europe')).toBe('Only 1 is left, in Porto.');
  expect(leftWords(1, plan(9, [0, 0, 0]).reasons, 'Europe')).toBe('None is left.');
});

test('sold out and all held are different sentences', () => {
  const { reasons } = plan(1, [0, 0, 0]);
  const item = { inventoryItemId: 1, wanted: 1, available: 0, held: 0, backInMs: null };
  expect(shortWords(item, names, reasons, 'Europe')).toBe('Field Book is sold out. None is left.');
  expect(shortWords({ ...item, held: 1, backInMs: 200_000 }, names, reasons, 'Europe')).toBe(
    'Field Book: one is being paid for by others and may come back in about 4 minutes. None is left.',
  );
  expect(shortWords({ ...item, wanted: 3 }, names, plan(3, [1, 1, 0]).reasons, 'Europe')).toContain(
    'Only 2 are left: 1 in Berlin and 1 in Porto.',
  );
});

test('soon is said in minutes', () => {
  expect(soonWords(20_000)).toBe('in less than a minute');
  expect(soonWords(61_000)).toBe('in about 2 minutes');
});
