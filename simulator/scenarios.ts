/** Sales with a name: what each is about, its inputs, and which strategies show it best. */
import type { SaleInputs } from './inputs';

export interface Scenario {
  readonly title: string;
  /** What happens, for people who sell things. */
  readonly story: string;
  /** What to look at. */
  readonly lookAt: string;
  readonly inputs: Partial<SaleInputs> & Pick<SaleInputs, 'strategies'>;
}

export const scenarios = {
  'last-unit': {
    title: 'The last unit',
    story: 'One left, a hundred people press the button together.',
    lookAt: 'One order. Everybody else hears it before they pay.',
    inputs: {
      strategies: ['read-then-write', 'unit-pool'],
      stock: 1,
      buyers: 100,
      arrival: 'burst',
      arrivalSeconds: 2,
      paymentMs: 1_500,
    },
  },
  'flash-sale': {
    title: 'Flash sale',
    story: '500 buyers, 100 units, and the doors open at noon.',
    lookAt: 'How many orders come out of a hundred units.',
    inputs: {
      strategies: ['read-then-write', 'unit-pool'],
      stock: 100,
      buyers: 500,
      arrival: 'burst',
      arrivalSeconds: 6,
      paymentMs: 1_500,
    },
  },
  'many-small-carts': {
    title: 'Many small carts',
    story: 'Twelve items in three locations; every cart has up to four of them, in any order.',
    lookAt: 'Deadlocks, and carts that are refused although everything in them is there.',
    inputs: {
      strategies: ['units-unordered', 'unit-pool'],
      stock: 720,
      items: 12,
      locations: 3,
      spread: 'uneven',
      buyers: 800,
      arrival: 'steady',
      arrivalSeconds: 8,
      linesPerCart: 4,
      unitsPerLine: 2,
      paymentMs: 600,
    },
  },
  'slow-payments': {
    title: 'Slow payments',
    story:
      'The gateway takes seconds, some cards are declined, and a few answers come after the hold is over.',
    lookAt: 'What is held comes back and is sold to somebody else; what was paid too late is paid back.',
    inputs: {
      strategies: ['unit-pool'],
      stock: 80,
      buyers: 400,
      arrival: 'steady',
      arrivalSeconds: 15,
      paymentMs: 2_500,
      paymentSpread: 0.4,
      declineShare: 20,
      timeOutShare: 10,
      holdSeconds: 5,
    },
  },
  'two-systems': {
    title: 'A crash between two systems',
    story:
      'The count is in Redis, the ledger in MySQL. One process of the shop dies in the middle of a sale.',
    lookAt: 'Ledger first: a unit that nobody can buy. Redis first: a unit sold twice. One system: neither.',
    inputs: {
      strategies: [
        'redis-counter-ledger-first',
        'redis-counter-redis-first',
        'redis-lua-compensated',
        'unit-pool',
      ],
      stock: 40,
      buyers: 120,
      arrival: 'steady',
      arrivalSeconds: 6,
      paymentMs: 100,
      connections: 16,
      crashPoint: 'claim-process-killed',
    },
  },
  'no-locations': {
    title: 'A count that knows no locations',
    story: 'Three locations, one with most of the stock. The count in Redis only knows the sum.',
    lookAt: 'Orders that were promised from a location that has nothing left, while the item lies elsewhere.',
    inputs: {
      strategies: ['redis-counter-ledger-first', 'unit-pool'],
      stock: 90,
      locations: 3,
      spread: 'uneven',
      buyers: 200,
      arrival: 'steady',
      arrivalSeconds: 4,
      paymentMs: 150,
      connections: 16,
    },
  },
  'pool-runs-dry': {
    title: 'The pool runs dry',
    story: '3,000 units in the ledger, but only 100 lie ready at a time.',
    lookAt: 'Refills. Nobody may hear "sold out" while the ledger still has stock.',
    inputs: {
      strategies: ['units-repeatable-read', 'unit-pool'],
      stock: 3_000,
      buyers: 3_600,
      arrival: 'burst',
      arrivalSeconds: 8,
      paymentMs: 400,
      poolCap: 100,
    },
  },
  bots: {
    title: 'Bots',
    story: 'A third of the crowd takes units and never pays.',
    lookAt: 'Their holds run out after three seconds, and people who came later get the units.',
    inputs: {
      strategies: ['unit-pool'],
      stock: 100,
      buyers: 600,
      arrival: 'steady',
      arrivalSeconds: 12,
      paymentMs: 500,
      abandonShare: 33,
      holdSeconds: 3,
    },
  },
} as const satisfies Record<string, Scenario>;

export type ScenarioId = keyof typeof scenarios;
export const scenarioIds = Object.keys(scenarios) as [ScenarioId, ...ScenarioId[]];

export function isScenarioId(text: unknown): text is ScenarioId {
  return typeof text === 'string' && Object.hasOwn(scenarios, text);
}
