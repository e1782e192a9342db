/**
 * The demo shop as plain data: Foil & Stock, a maker of desk and field tools in numbered batches. (A tally stick was
 * split lengthwise: the creditor kept the stock, the debtor the foil, and only the two halves fit each other.) Stock is
 * chosen so that every situation has a product: 5,000 of a limited edition against a pool cap of 1,000, a last unit, one
 * that is sold out, one that is kept where it cannot be shipped from to most regions, and several with a few left.
 */
export type SeedLocation = 'Berlin' | 'Porto' | 'Toronto';

export interface SeedVariant {
  title: string;
  sku: string;
  /** EUR cents. */
  priceMinor: number;
  /** Units received at each location; 0 is a level without stock, absent means that it is not kept there. */
  stock: Partial<Record<SeedLocation, number>>;
}

export interface SeedProduct {
  slug: string;
  title: string;
  tagline: string;
  description: string;
  category: 'Measure' | 'Write' | 'Keep' | 'Light and time';
  image: string;
  variants: SeedVariant[];
}

export const seedShop = { slug: 'foil-and-stock', name: 'Foil & Stock', currency: 'EUR' } as const;

export const seedLocations: { name: SeedLocation; countryCode: string }[] = [
  { name: 'Berlin', countryCode: 'DE' },
  { name: 'Porto', countryCode: 'PT' },
  { name: 'Toronto', countryCode: 'CA' },
];

/** Each region with the locations that ship there, the preferred one first. */
export const seedRegions: { code: string; name: string; shipsFrom: SeedLocation[] }[] = [
  { code: 'europe', name: 'Europe', shipsFrom: ['Berlin', 'Porto'] },
  { code: 'north-america', name: 'North America', shipsFrom: ['Toronto', 'Porto'] },
  { code: 'elsewhere', name: 'Everywhere else', shipsFrom: ['Berlin'] },
];

export const seedProducts: SeedProduct[] = [
  {
    slug: 'tally-counter',
    title: 'Tally Counter No. 1',
    tagline: 'One batch of 5,000. There is no second.',
    description:
      'A hand counter in chromed brass that counts to 9,999 and does nothing else. The lever needs 400 grams and answers with a click you can hear across a room. Each one carries its number on the back.',
    category: 'Measure',
    image: '/products/tally-counter.svg',
    variants: [{ title: 'Numbered edition', sku: 'FS-TC1', priceMinor: 8900, stock: { Berlin: 5000 } }],
  },
  {
    slug: 'letter-scale',
    title: 'Letter Scale',
    tagline: 'Weighs a letter to the gram, without a battery.',
    description:
      'A pendulum balance on a walnut base, 28 cm high. It reads from 0 to 250 g and needs no power and no calibration. The last of this batch is in Porto; the next comes when the walnut has dried.',
    category: 'Measure',
    image: '/products/letter-scale.svg',
    variants: [{ title: 'Brass and walnut', sku: 'FS-LS', priceMinor: 12800, stock: { Porto: 1 } }],
  },
  {
    slug: 'field-book',
    title: 'Field Book',
    tagline: '192 pages that lie flat.',
    description:
      'Thread-sewn, 120 × 170 mm, in a cloth cover that takes rain. The paper is 90 g and holds fountain pen ink without feathering. Page numbers are printed; the index at the front is left to you.',
    category: 'Write',
    image: '/products/field-book.svg',
    variants: [
      {
        title: 'Ruled, green',
        sku: 'FS-FB-RU',
        priceMinor: 2200,
        stock: { Berlin: 340, Porto: 120, Toronto: 180 },
      },
      {
        title: 'Dotted, ochre',
        sku: 'FS-FB-DO',
        priceMinor: 2200,
        stock: { Berlin: 260, Porto: 80, Toronto: 9 },
      },
      {
        title: 'Plain, bone',
        sku: 'FS-FB-PL',
        priceMinor: 2200,
        stock: { Berlin: 4, Porto: 0, Toronto: 60 },
      },
    ],
  },
  {
    slug: 'lead-holder',
    title: 'Lead Holder',
    tagline: 'Two millimetres of graphite in 21 grams of brass.',
    description:
      'A drop-action holder for 2 mm leads. The grip is cut, not pressed, and the sharpener is in the cap. Comes with three HB leads; takes anybody else’s.',
    category: 'Write',
    image: '/products/lead-holder.svg',
    variants: [
      { title: 'Black', sku: 'FS-LH-BK', priceMinor: 3400, stock: { Berlin: 150, Porto: 60, Toronto: 75 } },
      { title: 'Raw brass', sku: 'FS-LH-BR', priceMinor: 3900, stock: { Berlin: 48, Porto: 3, Toronto: 20 } },
      { title: 'Oxide red', sku: 'FS-LH-OX', priceMinor: 3400, stock: { Berlin: 0, Porto: 2, Toronto: 5 } },
    ],
  },
  {
    slug: 'linen-tester',
    title: 'Linen Tester',
    tagline: 'An 8× loupe that stands at the right distance.',
    description:
      'Made for counting threads, used for everything small: stamps, pixels, splinters. Unfolds to its focal length, folds to 30 mm, and has a millimetre scale along two edges.',
    category: 'Measure',
    image: '/products/linen-tester.svg',
    variants: [
      {
        title: '8×, black steel',
        sku: 'FS-LT',
        priceMinor: 4600,
        stock: { Berlin: 30, Porto: 12, Toronto: 8 },
      },
    ],
  },
  {
    slug: 'plumb-bob',
    title: 'Plumb Bob',
    tagline: '300 grams that know where down is.',
    description:
      'Turned brass with a hardened steel tip and three metres of waxed cotton line. Hangs a picture straight, then holds down your paper.',
    category: 'Measure',
    image: '/products/plumb-bob.svg',
    variants: [
      { title: '300 g', sku: 'FS-PB', priceMinor: 5200, stock: { Berlin: 0, Porto: 3, Toronto: 2 } },
    ],
  },
  {
    slug: 'wedge-sharpener',
    title: 'Wedge Sharpener',
    tagline: 'One blade, one screw, solid brass.',
    description:
      'Gives a 22° point and leaves the shaving in one piece. The blade is a standard part: when it is dull, turn the screw and change it. Two spares in the box.',
    category: 'Write',
    image: '/products/wedge-sharpener.svg',
    variants: [
      {
        title: 'With two spare blades',
        sku: 'FS-WS',
        priceMinor: 1450,
        stock: { Berlin: 420, Porto: 210, Toronto: 160 },
      },
    ],
  },
  {
    slug: 'quarter-clock',
    title: 'Quarter Clock',
    tagline: 'Shows the hour. Marks the quarter you are in.',
    description:
      'A quiet desk clock, 90 mm square, with a coloured quarter that turns with the hour hand’s work. The movement runs two years on one cell and does not tick.',
    category: 'Light and time',
    image: '/products/quarter-clock.svg',
    variants: [
      {
        title: 'Light face',
        sku: 'FS-QC-LI',
        priceMinor: 7400,
        stock: { Berlin: 26, Porto: 10, Toronto: 14 },
      },
      { title: 'Dark face', sku: 'FS-QC-DA', priceMinor: 7400, stock: { Berlin: 2, Porto: 0, Toronto: 1 } },
    ],
  },
  {
    slug: 'edge-lamp',
    title: 'Edge Lamp',
    tagline: 'Lights the page and leaves the room alone.',
    description:
      'A brass arm, a bone-coloured shade and a weighted foot that hangs over the desk’s edge by a hand’s width. 2,700 K, dimmed by turning the joint.',
    category: 'Light and time',
    image: '/products/edge-lamp.svg',
    variants: [
      { title: 'Bone shade', sku: 'FS-EL-BO', priceMinor: 18900, stock: { Berlin: 12, Toronto: 4 } },
      { title: 'Smoke shade', sku: 'FS-EL-SM', priceMinor: 18900, stock: { Berlin: 0, Toronto: 0 } },
    ],
  },
  {
    slug: 'canvas-folio',
    title: 'Canvas Folio',
    tagline: 'Carries A4 through a wet week.',
    description:
      'Waxed cotton canvas, one leather strap, one brass stud. Holds a field book, forty sheets and a pen. The wax wears off where your hand goes; rub it in again once a year.',
    category: 'Keep',
    image: '/products/canvas-folio.svg',
    variants: [
      { title: 'Olive', sku: 'FS-CF-OL', priceMinor: 9600, stock: { Berlin: 36, Porto: 18, Toronto: 22 } },
      { title: 'Ink blue', sku: 'FS-CF-IN', priceMinor: 9600, stock: { Toronto: 17 } },
    ],
  },
  {
    slug: 'iron-gall-ink',
    title: 'Iron Gall Ink',
    tagline: 'Goes on blue, stays for centuries black.',
    description:
      '50 ml of ink made from oak galls, the way registers were kept. It darkens as you watch and does not wash out. Rinse your pen once a week.',
    category: 'Write',
    image: '/products/iron-gall-ink.svg',
    variants: [
      {
        title: 'Blue-black',
        sku: 'FS-IG-BB',
        priceMinor: 1800,
        stock: { Berlin: 600, Porto: 240, Toronto: 150 },
      },
      { title: 'Oak brown', sku: 'FS-IG-OB', priceMinor: 1800, stock: { Berlin: 85, Porto: 5, Toronto: 30 } },
    ],
  },
  {
    slug: 'split-tally',
    title: 'Split Tally',
    tagline: 'Two rulers that only fit each other.',
    description:
      'One hazel stick, split by hand into stock and foil: two 20 cm rulers with the same notches. Keep one, give the other to whoever owes you something.',
    category: 'Keep',
    image: '/products/split-tally.svg',
    variants: [
      {
        title: 'A pair, 20 cm',
        sku: 'FS-ST',
        priceMinor: 2800,
        stock: { Berlin: 64, Porto: 40, Toronto: 24 },
      },
    ],
  },
];
