/**
 * All verbs at once over two items with a small pool, from 32 connections, while an auditor reads: no deadlock, no
 * lock wait timeout, and the books balance at every moment. The seed decides who does what; it is printed on failure.
 */
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import type { ReserveRequest } from '@/engine/index';
import { openTestShop } from '@/tests/support/database';
import { BERLIN, ITEM, makeLevel, makeOverdue, makeRequest, PORTO, SHOP } from '@/tests/support/factories';

const BUYERS = 32;
const STEPS = 60;
// A wait that is over in the end is no fault, however slow the machine; one that never ends still is, after MySQL's own 50 s.
const { engine } = openTestShop({
  connectionLimit: BUYERS,
  acquireTimeoutMs: 60_000,
  lockWaitTimeoutSeconds: 50,
});

it('reserve, claim, release, expire, refill, receive, adjust and transfer together never deadlock', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  const verbs = fc.sample(fc.integer({ min: 0, max: 99 }), { seed, numRuns: BUYERS * STEPS });
  const retries: unknown[] = [];
  engine.events.on('retry', (retry) => retries.push(retry));
  for (const inventoryItemId of [ITEM, ITEM + 1]) {
    for (const inventoryGroupId of [BERLIN, PORTO]) {
      await makeLevel(engine, {
        inventoryItemId,
        inventoryGroupId,
        units: 120,
        poolCap: 20,
        lowWaterMark: 5,
      });
    }
  }

  const buyer = async (number: number) => {
    const mine: ReserveRequest[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const dice = verbs[number * STEPS + step] ?? 0;
      const item = ITEM + (dice % 2);
      const group = dice % 3 ? BERLIN : PORTO;
      const level = { shopId: SHOP, inventoryItemId: item, inventoryGroupId: group };
      const change = { referenceId: uuidv7(), actor: 'stress' };
      const hold = mine.at(-1);
      if (dice < 45 || !hold) {
        const lines = [item, ITEM + ((dice + 1) % 2)].map((inventoryItemId, index) => ({
          inventoryItemId,
          inventoryGroupId: index ? BERLIN : group,
          quantity: 1 + (dice % 3),
        }));
        const request = makeRequest({ lines: dice % 4 ? lines : lines.slice(0, 1) });
        if ((await engine.reserve(request)).outcome === 'reserved') mine.push(request);
      } else if (dice < 60) await engine.claim({ ...hold, orderId: uuidv7() });
      else if (dice < 72) await engine.release(mine.pop() ?? hold);
      else if (dice < 78) await makeOverdue(engine, hold.reservationId);
      else if (dice < 84) await engine.expire(SHOP);
      else if (dice < 88) await engine.replenish(level);
      else if (dice < 92) await engine.receive({ ...level, ...change, locationId: group, quantity: 3 });
      else if (dice < 96) await engine.adjust({ ...level, ...change, delta: dice % 2 ? 2 : -1 });
      else {
        const toGroupId = group === BERLIN ? PORTO : BERLIN;
        await engine.transfer({
          ...level,
          ...change,
          fromGroupId: group,
          toGroupId,
          toLocationId: toGroupId,
          quantity: 1,
        });
      }
    }
  };

  let isOver = false;
  const buying = Promise.all(Array.from({ length: BUYERS }, (_, number) => buyer(number))).finally(() => {
    isOver = true;
  });
  let audits = 0;
  while (!isOver) {
    expect((await engine.audit(SHOP)).broken, `seed ${seed}`).toEqual([]);
    audits += 1;
  }
  await buying;
  expect(audits).toBeGreaterThan(3);
  expect(retries, `seed ${seed}`).toEqual([]);
});
