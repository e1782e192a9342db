/** Every number that a sale takes, in one table: the form, the terminal and the validation read the same limits. */

export interface NumberField {
  readonly label: string;
  readonly hint: string;
  readonly unit: string;
  readonly least: number;
  readonly most: number;
  readonly preset: number;
  /** Whole numbers unless stated. */
  readonly isFraction?: boolean;
}

export const numberFields = {
  stock: {
    label: 'Stock',
    hint: 'Units for sale, over all items and locations.',
    unit: 'units',
    least: 1,
    most: 500_000,
    preset: 100,
  },
  buyers: {
    label: 'Buyers',
    hint: 'How many people come to the sale.',
    unit: 'buyers',
    least: 1,
    most: 20_000,
    preset: 400,
  },
  items: {
    label: 'Items',
    hint: 'Different things on sale. The first is the one that most want.',
    unit: 'items',
    least: 1,
    most: 50,
    preset: 1,
  },
  locations: {
    label: 'Locations',
    hint: 'Where the stock lies. A buyer is served from one of them.',
    unit: 'locations',
    least: 1,
    most: 5,
    preset: 1,
  },
  arrivalSeconds: {
    label: 'Arrivals within',
    hint: 'From the first buyer to the last.',
    unit: 's',
    least: 0.1,
    most: 300,
    preset: 1,
    isFraction: true,
  },
  linesPerCart: {
    label: 'Lines in a cart, at most',
    hint: 'Different items in one cart.',
    unit: 'lines',
    least: 1,
    most: 10,
    preset: 1,
  },
  unitsPerLine: {
    label: 'Units a line, at most',
    hint: 'How many of one item a buyer takes.',
    unit: 'units',
    least: 1,
    most: 20,
    preset: 1,
  },
  paymentMs: {
    label: 'Payment takes',
    hint: 'Half of the payments are faster than this.',
    unit: 'ms',
    least: 0,
    most: 60_000,
    preset: 200,
  },
  paymentSpread: {
    label: 'Spread of payments',
    hint: '0: all alike. 0.5: one in six takes 1.6 times as long or longer. 1: 2.7 times.',
    unit: '',
    least: 0,
    most: 2,
    preset: 0.5,
    isFraction: true,
  },
  declineShare: {
    label: 'Declined',
    hint: 'Cards that the bank refuses; those buyers give up at once.',
    unit: '%',
    least: 0,
    most: 100,
    preset: 0,
  },
  abandonShare: {
    label: 'Abandoned',
    hint: 'Buyers who close the tab while units are held for them.',
    unit: '%',
    least: 0,
    most: 100,
    preset: 0,
  },
  timeOutShare: {
    label: 'Paid too late',
    hint: 'The gateway answers after the hold is over.',
    unit: '%',
    least: 0,
    most: 100,
    preset: 0,
  },
  holdSeconds: {
    label: 'Hold',
    hint: 'How long units are kept for a buyer who pays.',
    unit: 's',
    least: 1,
    most: 3_600,
    preset: 30,
  },
  poolCap: {
    label: 'Pool cap',
    hint: 'Most unit rows that a level keeps; the rest stays a number.',
    unit: 'rows',
    least: 2,
    most: 50_000,
    preset: 1_000,
  },
  connections: {
    label: 'Connections',
    hint: 'Connections to MySQL that all buyers share.',
    unit: 'connections',
    least: 2,
    most: 128,
    preset: 64,
  },
  roundTripDelayMs: {
    label: 'Network',
    hint: 'Added to each round trip to the database: within one machine there is next to none.',
    unit: 'ms',
    least: 0,
    most: 50,
    preset: 0,
  },
  patienceSeconds: {
    label: 'Patience',
    hint: 'How long a buyer waits for their turn before hearing "busy, try again".',
    unit: 's',
    least: 1,
    most: 600,
    preset: 60,
  },
  priceMinor: {
    label: 'Price',
    hint: 'Of one unit, in cents. The verdict says what mistakes cost.',
    unit: 'cents',
    least: 1,
    most: 10_000_000,
    preset: 8_900,
  },
  cancelCostMinor: {
    label: 'Cost of a cancelled order',
    hint: 'Refund fee, support, voucher: in cents.',
    unit: 'cents',
    least: 0,
    most: 10_000_000,
    preset: 1_500,
  },
  seed: {
    label: 'Seed',
    hint: 'The same seed gives the same buyers.',
    unit: '',
    least: 0,
    most: 2_147_483_647,
    preset: 1,
  },
} as const satisfies Record<string, NumberField>;

export type NumberFieldName = keyof typeof numberFields;
export const numberFieldNames = Object.keys(numberFields) as NumberFieldName[];
