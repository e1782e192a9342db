/** One buyer, from the door to the end: reserve, pay, claim; or refused; or gone. */
import { v7 as uuidv7 } from 'uuid';
import type { Buyer } from './buyers';
import type { Floor } from './floor';
import type { BuyerPlace } from './frame';
import type { AttemptRow } from './recorder';
import { RUN_SHOP } from './stock';
import { StockReadings } from './stock-readings';
import type { ClaimAnswer, ReserveAnswer } from './strategies/strategy';

type Reserved = Extract<ReserveAnswer, { outcome: 'reserved' }>;

const refusalPlaces = { sold_out: 'soldOut', all_held: 'allHeld', busy: 'busy' } as const;
/** Time after which somebody who has paid is tried again. */
const BUSY_AGAIN_MS = 50;
const us = (ms: number) => Math.max(0, Math.round(ms * 1000));

/** Serves one buyer and records what they met. Rejects never: what goes wrong for a buyer is counted and shown. */
export async function serve(floor: Floor, buyer: Buyer): Promise<void> {
  const { figures, recorder, inputs } = floor.parts;
  const reservationId = uuidv7();
  const row: Omit<AttemptRow, 'outcome' | 'answeredUs' | 'startedUs' | 'groups'> = {
    buyer: buyer.number,
    checkoutId: reservationId,
    reservationId,
    lines: buyer.lines.map(({ inventoryItemId, quantity }) => [inventoryItemId, quantity]),
    unitsWanted: buyer.unitsWanted,
    wouldPay: buyer.ending === 'pays' ? 1 : 0,
    arrivedUs: us(buyer.arrivesAtMs),
    amountMinor: buyer.unitsWanted * inputs.priceMinor,
  };
  let place: BuyerPlace = 'waiting';
  const goTo = (next: BuyerPlace) => {
    figures.move(place, next);
    place = next;
  };
  let startedMs = floor.now();
  let groups: number[] = [];
  figures.move('coming', 'waiting');
  try {
    const isAdmitted = await floor.line.enter(inputs.patienceSeconds * 1000, false);
    if (floor.isClosed) {
      if (isAdmitted) floor.line.leave();
      return;
    }
    startedMs = floor.now();
    let answer: ReserveAnswer = { outcome: 'busy' };
    if (isAdmitted) {
      goTo('reserving');
      try {
        ({ answer, groups } = await reserveSomewhere(floor, buyer, reservationId));
      } finally {
        floor.line.leave();
      }
    }
    const answeredMs = floor.now();
    figures.answered(buyer.arrivesAtMs, isAdmitted ? startedMs : undefined, answeredMs);
    const times = { startedUs: us(startedMs), answeredUs: us(answeredMs), groups };
    if (answer.outcome !== 'reserved') {
      goTo(refusalPlaces[answer.outcome]);
      const books = await floor.parts.readings.take();
      const free = groups.map((group) => StockReadings.freeFor(books, buyer.lines, group));
      recorder.add({ ...row, ...times, outcome: answer.outcome, freeAfter: Math.max(0, ...free) });
      return;
    }
    await payFor(floor, buyer, answer, { ...row, ...times }, goTo);
  } catch (error) {
    goTo('failed');
    figures.failed(error);
    recorder.add({
      ...row,
      groups,
      startedUs: us(startedMs),
      answeredUs: us(floor.now()),
      outcome: 'failed',
    });
  }
}

/** Asks the locations in the buyer's order until one has the whole cart. */
async function reserveSomewhere(
  floor: Floor,
  buyer: Buyer,
  reservationId: string,
): Promise<{ answer: ReserveAnswer; groups: number[] }> {
  const groups: number[] = [];
  const refusals: ReserveAnswer[] = [];
  for (const inventoryGroupId of buyer.groups) {
    groups.push(inventoryGroupId);
    const lines = buyer.lines.map((line) => ({ ...line, inventoryGroupId }));
    const request = { shopId: RUN_SHOP, reservationId, checkoutId: reservationId, lines };
    const answer = await floor.parts.open.reserve(request);
    if (answer.outcome === 'reserved') return { answer, groups };
    refusals.push(answer);
  }
  // The answer that leaves the most hope is the one that the buyer hears.
  const order = ['busy', 'all_held', 'sold_out'] as const;
  const outcome = order.find((one) => refusals.some((refusal) => refusal.outcome === one)) ?? 'sold_out';
  return { answer: { outcome }, groups };
}

async function payFor(
  floor: Floor,
  buyer: Buyer,
  answer: Reserved,
  row: Omit<AttemptRow, 'outcome'>,
  goTo: (place: BuyerPlace) => void,
): Promise<void> {
  const { figures, recorder, inputs, open } = floor.parts;
  const { reservationId } = row;
  const { unitsWanted } = buyer;
  const group = row.groups.at(-1) ?? 0;
  const lines = buyer.lines.map((line) => ({ ...line, inventoryGroupId: group }));
  const cells = floor.board.hold({ units: answer.units, seen: answer.seen, lines });
  const held: Omit<AttemptRow, 'outcome'> = {
    ...row,
    units: answer.units?.map((unit) => [unit.inventoryItemId, unit.inventoryGroupId, unit.id]),
    seen: answer.seen?.map((one) => [one.inventoryItemId, one.inventoryGroupId, one.quantity]),
  };
  figures.held += unitsWanted;
  goTo('paying');
  const giveBack = () => {
    figures.held -= unitsWanted;
    floor.board.giveBack(cells);
  };

  if (buyer.ending === 'abandons') {
    goTo('abandoned');
    floor.leftHolds.set(reservationId, {
      giveBack: (nowUs) => {
        giveBack();
        goTo('expired');
        recorder.add({ ...held, outcome: 'expired', endedUs: nowUs });
      },
    });
    return;
  }

  const isLate = buyer.ending === 'pays_late';
  const paymentMs = isLate ? inputs.holdSeconds * 1000 + buyer.paymentMs : buyer.paymentMs;
  if (!(await floor.wait(paymentMs))) return;
  if (buyer.ending === 'declined') {
    const released = await inTurn(floor, () => open.release(reservationId));
    if (released === undefined) return;
    giveBack();
    goTo('declined');
    recorder.add({ ...held, outcome: 'released', endedUs: us(floor.now()) });
    return;
  }

  if (inputs.crashPoint !== 'none') {
    await recorder.paid({ reservationId, buyer: buyer.number, amountMinor: row.amountMinor });
  }
  floor.parts.passCrashPoint('after-payment-before-claim');
  const orderId = uuidv7();
  const claimed = await inTurn(floor, () => open.claim(reservationId, orderId));
  if (claimed === undefined) return;
  if (claimed === 'claimed') {
    figures.held -= unitsWanted;
    figures.sold += unitsWanted;
    figures.claims += 1;
    floor.board.sell(cells);
    goTo('bought');
    recorder.add({ ...held, outcome: 'claimed', orderId, endedUs: us(floor.now()) });
    return;
  }
  giveBack();
  goTo('refunded');
  recorder.add({ ...held, outcome: 'refunded', endedUs: us(floor.now()) });
}

/**
 * Ends a hold ahead of the newcomers, since whoever has paid is served first; again and again while the answer is "busy",
 * as a payment's webhook would. `undefined` when the sale was closed meanwhile.
 */
async function inTurn(floor: Floor, end: () => Promise<ClaimAnswer>): Promise<ClaimAnswer | undefined> {
  while (!floor.isClosed) {
    if (await floor.line.enter(floor.parts.inputs.patienceSeconds * 1000, true)) {
      try {
        const answer = await end();
        if (answer !== 'busy') return answer;
      } finally {
        floor.line.leave();
      }
      await floor.wait(BUSY_AGAIN_MS);
    }
  }
  return undefined;
}
