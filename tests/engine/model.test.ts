/**
 * Random sequences of verbs against a plain model in memory: arrays and counters, no pool, no rows. Whatever the engine
 * answers, the model must have answered too. A failure prints its seed and the shortest sequence that shows it.
 */
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { openTestShop } from '@/tests/support/database';
import { makeLevel, makeOverdue, SHOP } from '@/tests/support/factories';

const { engine, database } = openTestShop();
const ITEMS = [100, 101];
const GROUPS = [1, 2];
const UNITS = 6;

interface Hold {
  readonly id: string;
  readonly quantities: Map<string, number>;
  status: 'held' | 'claimed' | 'released' | 'expired';
}

interface Model {
  onHand: Map<string, number>;
  holds: Hold[];
}

type Real = object;

const keyOf = (item: number, group: number) => `${item}:${group}`;
const heldOf = (model: Model, key: string) =>
  model.holds.reduce((sum, hold) => sum + (hold.status === 'held' ? (hold.quantities.get(key) ?? 0) : 0), 0);

class Reserve implements fc.AsyncCommand<Model, Real> {
  readonly lines: readonly { item: number; group: number; quantity: number }[];
  constructor(lines: readonly { item: number; group: number; quantity: number }[]) {
    this.lines = lines;
  }
  check = () => true;
  async run(model: Model): Promise<void> {
    const id = uuidv7();
    const quantities = new Map<string, number>();
    for (const { item, group, quantity } of this.lines) {
      quantities.set(keyOf(item, group), (quantities.get(keyOf(item, group)) ?? 0) + quantity);
    }
    const expected = [...quantities].map(([key, quantity]) => {
      const onHand = model.onHand.get(key) ?? 0;
      if (onHand < quantity) return 'sold_out';
      return onHand - heldOf(model, key) < quantity ? 'all_held' : 'reserved';
    });
    const result = await engine.reserve({
      shopId: SHOP,
      reservationId: id,
      checkoutId: id,
      holdSeconds: 300,
      lines: this.lines.map(({ item, group, quantity }) => ({
        inventoryItemId: item,
        inventoryGroupId: group,
        quantity,
      })),
    });
    const worst = ['sold_out', 'all_held', 'reserved'].find((outcome) =>
      (expected as string[]).includes(outcome),
    );
    expect(result.outcome).toBe(worst);
    if (worst === 'reserved') model.holds.push({ id, quantities, status: 'held' });
  }
  toString = () => `reserve ${JSON.stringify(this.lines)}`;
}

class End implements fc.AsyncCommand<Model, Real> {
  readonly verb: 'claim' | 'release' | 'expire';
  readonly which: number;
  constructor(verb: 'claim' | 'release' | 'expire', which: number) {
    this.verb = verb;
    this.which = which;
  }
  check = (model: Readonly<Model>) => model.holds.length > 0;
  async run(model: Model): Promise<void> {
    const hold = model.holds[this.which % model.holds.length] as Hold;
    const isLive = hold.status === 'held';
    const key = { shopId: SHOP, reservationId: hold.id };
    if (this.verb === 'expire') {
      await makeOverdue(engine, hold.id);
      expect(await engine.expire(SHOP)).toBe(isLive ? 1 : 0);
      if (isLive) hold.status = 'expired';
      return;
    }
    const ended = this.verb === 'claim' ? 'claimed' : 'released';
    const result = await (this.verb === 'claim'
      ? engine.claim({ ...key, orderId: hold.id })
      : engine.release(key));
    if (isLive) {
      expect(result).toEqual({ outcome: ended, isRepeat: false });
      hold.status = ended;
      if (ended === 'claimed') {
        for (const [level, quantity] of hold.quantities) {
          model.onHand.set(level, (model.onHand.get(level) ?? 0) - quantity);
        }
      }
    } else {
      expect(result.outcome).toBe(hold.status);
    }
  }
  toString = () => `${this.verb} ${this.which}`;
}

class Adjust implements fc.AsyncCommand<Model, Real> {
  readonly item: number;
  readonly group: number;
  readonly delta: number;
  constructor(item: number, group: number, delta: number) {
    this.item = item;
    this.group = group;
    this.delta = delta;
  }
  check = () => true;
  async run(model: Model): Promise<void> {
    const key = keyOf(this.item, this.group);
    const onHand = model.onHand.get(key) ?? 0;
    const result = await engine.adjust({
      shopId: SHOP,
      inventoryItemId: this.item,
      inventoryGroupId: this.group,
      delta: this.delta,
      referenceId: uuidv7(),
      actor: 'model',
    });
    if (onHand + this.delta < heldOf(model, key)) expect(result.outcome).toBe('refused');
    else {
      expect(result).toEqual({ outcome: 'done', onHand: onHand + this.delta });
      model.onHand.set(key, onHand + this.delta);
    }
  }
  toString = () => `adjust ${this.item}:${this.group} by ${this.delta}`;
}

class Transfer implements fc.AsyncCommand<Model, Real> {
  readonly item: number;
  readonly isThere: boolean;
  readonly quantity: number;
  constructor(item: number, isThere: boolean, quantity: number) {
    this.item = item;
    this.isThere = isThere;
    this.quantity = quantity;
  }
  check = () => true;
  async run(model: Model): Promise<void> {
    const [from, to] = this.isThere ? [1, 2] : [2, 1];
    const source = keyOf(this.item, from as number);
    const target = keyOf(this.item, to as number);
    const onHand = model.onHand.get(source) ?? 0;
    const result = await engine.transfer({
      shopId: SHOP,
      inventoryItemId: this.item,
      fromGroupId: from as number,
      toGroupId: to as number,
      toLocationId: to as number,
      quantity: this.quantity,
      referenceId: uuidv7(),
      actor: 'model',
    });
    if (onHand - heldOf(model, source) < this.quantity) expect(result.outcome).toBe('refused');
    else {
      expect(result.outcome).toBe('done');
      model.onHand.set(source, onHand - this.quantity);
      model.onHand.set(target, (model.onHand.get(target) ?? 0) + this.quantity);
    }
  }
  toString = () => `transfer ${this.quantity} of ${this.item} ${this.isThere ? '1 → 2' : '2 → 1'}`;
}

const item = fc.constantFrom(...ITEMS);
const group = fc.constantFrom(...GROUPS);
const commands = fc.commands<Model, Real, false>(
  [
    fc
      .array(fc.record({ item, group, quantity: fc.integer({ min: 1, max: 4 }) }), {
        minLength: 1,
        maxLength: 3,
      })
      .map((lines) => new Reserve(lines)),
    fc
      .tuple(fc.constantFrom('claim' as const, 'release' as const, 'expire' as const), fc.nat(50))
      .map(([verb, which]) => new End(verb, which)),
    fc
      .tuple(
        item,
        group,
        fc.integer({ min: -4, max: 4 }).filter((delta) => delta !== 0),
      )
      .map(([itemId, groupId, delta]) => new Adjust(itemId, groupId, delta)),
    fc
      .tuple(item, fc.boolean(), fc.integer({ min: 1, max: 4 }))
      .map(([itemId, isThere, quantity]) => new Transfer(itemId, isThere, quantity)),
  ],
  { maxCommands: 40 },
);

async function emptyShop(): Promise<Model> {
  await database.session('test', async ({ connection }) => {
    const tables = [
      'inventory_levels',
      'available_units',
      'reservations',
      'reservation_lines',
      'reserved_units',
    ];
    for (const table of [...tables, 'sold_units', 'inventory_ledger'])
      await connection.query(`DELETE FROM ${table}`);
  });
  const onHand = new Map<string, number>();
  for (const inventoryItemId of ITEMS) {
    for (const inventoryGroupId of GROUPS) {
      // A cap below the stock, so that the pool runs dry within a few commands.
      await makeLevel(engine, {
        inventoryItemId,
        inventoryGroupId,
        units: UNITS,
        poolCap: 3,
        lowWaterMark: 1,
        isPooled: false,
      });
      onHand.set(keyOf(inventoryItemId, inventoryGroupId), UNITS);
    }
  }
  return { onHand, holds: [] };
}

it('answers every sequence of verbs as a plain model does', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const model = await emptyShop();
      await fc.asyncModelRun(() => ({ model, real: {} }), sequence);
      for (const level of await engine.availability(SHOP, ITEMS)) {
        const key = keyOf(level.inventoryItemId, level.inventoryGroupId);
        expect(level).toMatchObject({ onHand: model.onHand.get(key), held: heldOf(model, key) });
      }
      expect((await engine.audit(SHOP)).broken).toEqual([]);
    }),
    { numRuns: 40, verbose: 1 },
  );
});
