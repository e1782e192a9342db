import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bindStatement, sqlText } from '@/db/statement';
import { Turnstile } from '@/db/turnstile';
import { Cursors } from '@/engine/cursor';
import { compareLevels, mergeAndOrder } from '@/engine/lock-order';
import { NextFlight, SingleFlight } from '@/engine/single-flight';

const line = fc.record({
  inventoryItemId: fc.integer({ min: 1, max: 4 }),
  inventoryGroupId: fc.integer({ min: 1, max: 3 }),
  quantity: fc.integer({ min: 1, max: 9 }),
});

describe('lock order', () => {
  it('is the same for every order of the lines, and loses no unit', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.integer(), (lines, seed) => {
        const shuffled = [...lines].sort((a, b) => ((a.quantity * seed) % 7) - ((b.quantity * seed) % 7));
        const ordered = mergeAndOrder(lines);
        expect(mergeAndOrder(shuffled)).toEqual(ordered);
        expect(ordered).toEqual([...ordered].sort(compareLevels));
        const sum = (list: typeof lines) => list.reduce((total, { quantity }) => total + quantity, 0);
        expect(sum(ordered)).toBe(sum(lines));
        expect(new Set(ordered.map((one) => `${one.inventoryItemId}:${one.inventoryGroupId}`)).size).toBe(
          ordered.length,
        );
      }),
    );
  });
});

describe('a statement', () => {
  const statement = (sql: string) => ({ name: 'test.one', purpose: '', sql });

  it('binds every placeholder once and leaves times and casts alone', () => {
    expect(bindStatement(statement("SELECT :a, :ab, '12:30', x::y"), { a: 1, ab: "it's" })).toBe(
      "SELECT 1, 'it\\'s', '12:30', x::y",
    );
  });

  it('refuses what could change its meaning', () => {
    expect(() => bindStatement(statement('LIMIT :n'), { n: 1.5 })).toThrow('not a safe integer');
    expect(() => bindStatement(statement('LIMIT :n'), { n: 2 ** 53 })).toThrow('not a safe integer');
    expect(() => bindStatement(statement('LIMIT :n'), {})).toThrow('no value for :n');
  });

  it('loses the indent of the code around it', () => {
    expect(sqlText('\n    SELECT 1\n      FROM dual\n  ')).toBe('SELECT 1\n  FROM dual');
  });
});

describe('a turnstile', () => {
  it('turns away whoever waited too long, and keeps the place for the next', async () => {
    const turnstile = new Turnstile(1);
    expect(await turnstile.enter(1_000, false)).toBe(true);
    expect(await turnstile.enter(1, false)).toBe(false);
    const next = turnstile.enter(60_000, false);
    turnstile.leave();
    expect(await next).toBe(true);
    expect(turnstile).toMatchObject({ inside: 1, waiting: 0 });
    turnstile.leave();
    expect(turnstile.inside).toBe(0);
  });
});

describe('flights', () => {
  it('a single flight serves all who come while it is in the air, also when it crashes', async () => {
    const flights = new SingleFlight<number>();
    let land = (_: number) => {};
    let starts = 0;
    const fly = () => {
      starts += 1;
      return new Promise<number>((resolve) => {
        land = resolve;
      });
    };
    const both = [flights.run('a', fly), flights.run('a', fly)];
    land(7);
    expect(await Promise.all(both)).toEqual([7, 7]);
    expect(starts).toBe(1);
    await expect(flights.run('a', () => Promise.reject(new Error('crashed')))).rejects.toThrow('crashed');
    expect(await flights.run('a', async () => 8)).toBe(8);
  });

  it('a next flight gives nobody a result that was under way before they asked', async () => {
    const flights = new NextFlight<number>();
    const landings: ((value: number) => void)[] = [];
    const fly = () => new Promise<number>((resolve) => landings.push(resolve));
    const first = flights.run('a', fly);
    const late = [flights.run('a', fly), flights.run('a', fly)];
    expect(landings).toHaveLength(1);
    landings[0]?.(1);
    expect(await first).toBe(1);
    await expect.poll(() => landings.length).toBe(2);
    landings[1]?.(2);
    expect(await Promise.all(late)).toEqual([2, 2]);
  });
});

describe('cursors', () => {
  const level = { shopId: 1, inventoryItemId: 1, inventoryGroupId: 1 };
  const pool = { lowWaterMark: 2, poolCap: 10 };

  it('give every reserve its own place and go on where the last refill ended', () => {
    const cursors = new Cursors();
    expect(cursors.take(level, 3)).toBe(0);
    expect(cursors.isDry(level)).toBe(true);
    cursors.refilled(level, 1, 11, pool);
    expect([cursors.take(level, 3), cursors.take(level, 1), cursors.take(level, 2)]).toEqual([1, 4, 5]);
    expect(cursors.isLow(level)).toBe(false);
    cursors.refilled(level, 11, 21, pool);
    expect(cursors.take(level, 20)).toBe(7);
    expect(cursors.isDry(level)).toBe(true);
    cursors.refilled(level, 21, 31, pool);
    expect(cursors.take(level, 5)).toBe(21);
    expect([cursors.isLow(level), cursors.isLow(level, 4), cursors.isLow(level, 5)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(cursors.take(level, 3)).toBe(26);
    expect(cursors.isLow(level)).toBe(true);
    cursors.exhausted(level);
    expect(cursors.isLow(level)).toBe(false);
    cursors.forget(level);
    expect(cursors.take(level, 1)).toBe(0);
  });
});
