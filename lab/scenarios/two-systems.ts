/** A crash between two systems, in both orders of the two writes. */
import { sqlText } from '@/db/statement';
import type { Cell, ExpectedOutcome, Step, SteppedScenario } from '@/lab/scenario';
import { BERLIN, COUNTER, SHOP, uuidOf } from '@/lab/stock';
import { inventoryLedger } from '@/lab/tables';

const entry = (reason: string, name: string, delta: number) =>
  sqlText(`
    INSERT INTO inventory_ledger
           (shop_id, inventory_item_id, inventory_group_id, reason, reference_id, delta, actor, created_at)
    VALUES (${SHOP}, ${COUNTER}, ${BERLIN}, '${reason}', UUID_TO_BIN('${uuidOf(name)}'), ${delta}, 'checkout', NOW(3))`);

const balance = sqlText(`
    SELECT CAST(SUM(delta) AS SIGNED) AS balance
      FROM inventory_ledger
     WHERE shop_id = ${SHOP}
       AND inventory_item_id = ${COUNTER}`);

const answers = (value: Cell): ExpectedOutcome => ({ status: 'done', rows: [[value]] });
const redis = (sql: string, value: Cell, explanation: string): Step => ({
  session: 'T2',
  sql,
  explanation,
  expect: { outcome: answers(value), locks: [] },
});
const sells = (name: string, explanation: string): Step => ({
  session: 'T1',
  sql: entry('sold', name, -1),
  explanation,
  expect: { outcome: { status: 'done', affected: 1 }, locks: [] },
});
const reads = (value: Cell, explanation: string): Step => ({
  session: 'T1',
  sql: balance,
  explanation,
  expect: { outcome: answers(value), locks: [] },
});

export const twoSystems: SteppedScenario = {
  kind: 'stepped',
  id: 'crash-between-two-systems',
  number: 18,
  topic: 'failure',
  title: 'A crash between Redis and MySQL loses a unit, or sells one that is not there',
  story:
    'In the legacy model two numbers an item are in Redis, what may still be reserved and what is held, and the ledger is in MySQL. A claim writes to both, one after the other, and no transaction spans them. Here the process dies in between: once with the ledger written first, once with Redis told first.',
  setup: [inventoryLedger, entry('received', '99', 2)],
  draws: [],
  sessions: [
    { name: 'T1', who: 'MySQL: the ledger', opening: [] },
    { name: 'T2', who: 'Redis: the counts', opening: [], system: 'redis' },
  ],
  steps: [
    redis(
      'SET stock:41 2',
      'OK',
      'The ledger has two, so two may be reserved. The count starts as a copy of it.',
    ),
    redis(
      'SET held:41 0',
      'OK',
      'Nothing is held yet. This second count tells what is promised and not yet paid for.',
    ),
    redis(
      'DECR stock:41',
      1,
      'Ada reserves one. DECR is atomic: no other buyer can get this unit, and nobody waits for a row.',
    ),
    redis(
      'INCR held:41',
      1,
      'It is held for her while she pays. Reserving touched Redis only; MySQL has heard nothing so far.',
    ),
    sells('0a', 'Ledger first: Ada has paid, and her order is deducted in MySQL. It is committed and safe.'),
    {
      ...reads(
        1,
        'Here the process dies. DECR held:41 was its next command, and nobody else knows that it is missing. The process that starts instead loads the count, and begins with the ledger: one.',
      ),
      question: {
        ask: 'One of two is sold. What does the ledger say?',
        options: [
          { text: '1', isRightIf: { value: 1 } },
          { text: '2, since the claim was not finished', isRightIf: { value: 2 } },
        ],
      },
    },
    redis('GET held:41', '1', 'One is held, says Redis: the one that is sold. It is counted twice.'),
    redis('SET stock:41 0', 'OK', 'Ledger minus held: none may be reserved. One lies on the shelf.'),
    redis(
      'DECR stock:41',
      -1,
      'Ben wants it and hears "sold out". Below zero is a refusal. This is the undersell, and it lasts until somebody recounts.',
    ),
    redis(
      'SET held:41 0',
      'OK',
      'Somebody recounts: nothing is held. Until then every buyer was sent away from a unit that was there.',
    ),
    redis(
      'SET stock:41 1',
      'OK',
      'One is for sale again. Now the other order of the two writes gets its turn.',
    ),
    redis(
      'DECR stock:41',
      0,
      'Ben reserves the last one. Zero left is still a success: only below zero is a refusal.',
    ),
    redis('INCR held:41', 1, 'It is held for him while he pays. So far everything is as it should be.'),
    redis(
      'DECR held:41',
      0,
      'Redis first: Ben has paid, and Redis is told that his hold has ended. Then this process dies too, before the ledger.',
    ),
    reads(1, 'The next process loads the count. The ledger still has the unit that Ben has paid for: one.'),
    redis(
      'SET stock:41 1',
      'OK',
      'Nothing is held, so one may be reserved. It is the one that Ben has paid for.',
    ),
    sells('0b', 'The gateway calls again, and now Ben gets his order. The shelf is empty.'),
    {
      ...redis('DECR stock:41', 0, 'Cem comes, and Redis gives him a unit. He pays.'),
      question: {
        ask: 'Both units are sold. Cem wants one. What does Redis answer?',
        options: [
          { text: '-1: sold out', isRightIf: { value: -1 } },
          { text: '0: the last one is his', isRightIf: { value: 0 } },
        ],
      },
    },
    sells('0c', 'His order is written like any other. An INSERT doesn’t ask what is left.'),
    reads(-1, 'Three orders for two units. This is the oversell, and a customer will hear of it by e-mail.'),
  ],
  conclusion:
    'Which write comes first decides which mistake is made, and not whether one is. With units, holds and the ledger in one database a crash in the middle is a ROLLBACK.',
  instead: ['claim.claim_reservation', 'reservation.drop_units', 'claim.deduct_ledger'],
  manual: ['START TRANSACTION, COMMIT, and ROLLBACK Statements'],
};
