/**
 * Cards of the test gateway. The number chooses what happens, so that a demonstration and a test know it beforehand. No
 * other number is accepted, and no number is stored: what is kept is the script's name and the last four digits.
 */

/** One webhook that the gateway will send. */
export interface PlannedDelivery {
  readonly kind: 'approved' | 'declined' | 'refunded';
  /** Deliveries with the same key tell the same event. */
  readonly eventKey: string;
  readonly afterMs: number;
  /** Counts from the end of the hold instead of from now. */
  readonly isAfterHold?: boolean;
}

export interface CardScript {
  readonly name: string;
  readonly number: string;
  /** What a buyer or tester reads beside the number. */
  readonly effect: string;
  /** `declinesBefore`: how often the same card was declined in this checkout. */
  readonly deliveries: (declinesBefore: number) => readonly PlannedDelivery[];
  /** The gateway doesn't even take the payment on. */
  readonly isUnreachable?: boolean;
}

/** How long the gateway takes when nothing else is said. */
const USUAL_MS = 700;
export const SLOW_MS = 8_000;

const approved = (afterMs = USUAL_MS): PlannedDelivery => ({
  kind: 'approved',
  eventKey: 'approved',
  afterMs,
});
const declined = (afterMs = USUAL_MS): PlannedDelivery => ({
  kind: 'declined',
  eventKey: 'declined',
  afterMs,
});

export const testCards: readonly CardScript[] = [
  {
    name: 'approve',
    number: '4242424242424242',
    effect: 'Approved after a moment',
    deliveries: () => [approved()],
  },
  {
    name: 'decline',
    number: '4000000000000002',
    effect: 'Declined: not enough funds',
    deliveries: () => [declined()],
  },
  {
    name: 'decline_then_approve',
    number: '4000000000000341',
    effect: 'Declined at first, approved when tried again',
    deliveries: (declinesBefore) => [declinesBefore === 0 ? declined() : approved()],
  },
  {
    name: 'slow',
    number: '4000000000000077',
    effect: `Approved after ${SLOW_MS / 1000} seconds`,
    deliveries: () => [approved(SLOW_MS)],
  },
  {
    name: 'time_out',
    number: '4000000000000119',
    effect: 'Never answered; the shop stops waiting after 30 seconds',
    deliveries: () => [],
  },
  {
    name: 'approve_after_hold',
    number: '4000000000000259',
    effect: 'Approved one second after the hold has run out',
    deliveries: () => [{ ...approved(1_000), isAfterHold: true }],
  },
  {
    name: 'duplicate',
    number: '4000000000001091',
    effect: 'Approved, and told three times at once',
    deliveries: () => [approved(), approved(), approved()],
  },
  {
    name: 'out_of_order',
    number: '4000000000003055',
    effect: 'Approved, and a failure from before arrives after it',
    deliveries: () => [approved(), declined(USUAL_MS + 800)],
  },
  {
    name: 'decline_and_approve',
    number: '4000000000003063',
    effect: 'Declined, and a second later approved after all',
    deliveries: () => [declined(), approved(USUAL_MS + 1_000)],
  },
  {
    name: 'refund',
    number: '4000000000005126',
    effect: 'Approved, and three seconds later the bank takes the money back',
    deliveries: () => [approved(), { kind: 'refunded', eventKey: 'refunded', afterMs: USUAL_MS + 3_000 }],
  },
  {
    name: 'unreachable',
    number: '4000000000009995',
    effect: 'The payment service can’t be reached',
    deliveries: () => [],
    isUnreachable: true,
  },
];

export function cardOfNumber(number: string): CardScript | undefined {
  const digits = number.replace(/[\s-]/g, '');
  return testCards.find((card) => card.number === digits);
}

export function cardOfName(name: string): CardScript | undefined {
  return testCards.find((card) => card.name === name);
}

/** The check digit that every card number ends in: catches a mistyped one. */
export function isLuhnValid(number: string): boolean {
  const digits = number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
