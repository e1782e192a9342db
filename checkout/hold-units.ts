import { call } from '@/db/statement';
import type { Engine, Shortfall } from '@/engine/index';
import { newId } from './ids';
import { type Demand, type LocationReason, type PlannedLine, planShipments } from './plan-shipments';
import { type LevelStock, readRoutingOf } from './routing';
import type { CheckoutKey } from './save-delivery';
import { nameHold, readHold, recordEvent } from './sql/checkouts';

export interface ShortItem {
  readonly inventoryItemId: number;
  readonly wanted: number;
  /** What could be had at all locations that serve the buyer. */
  readonly available: number;
  readonly held: number;
  /** Time until some of what is held may come back, in ms; null when nobody knows. */
  readonly backInMs: number | null;
}

export type HoldResult =
  | { readonly outcome: 'held'; readonly reservationId: string; readonly isRepeat: boolean }
  | {
      readonly outcome: 'sold_out' | 'all_held';
      readonly short: readonly ShortItem[];
      readonly reasons: readonly LocationReason[];
    }
  /** The checkout has ended meanwhile. */
  | { readonly outcome: 'ended' }
  | { readonly outcome: 'busy' };

export interface HoldRequest extends CheckoutKey {
  readonly lines: readonly Demand[];
  readonly holdSeconds: number;
}

/** Plans that may fail at the shelf before the answer is "busy". Each failure lowers what is known to be there. */
const MOST_PLANS = 25;

/**
 * Makes the checkout's hold, from the locations that routing chooses; where one has run dry meanwhile, routing chooses
 * anew. A live hold for the same region is kept as it is, and a stale one's units are free for the new one.
 *
 * Outcomes: `held` (`isRepeat` when it was there), `sold_out` and `all_held` with what each item lacks, `busy`, `ended`.
 */
export async function holdUnits(engine: Engine, request: HoldRequest): Promise<HoldResult> {
  const { shopId, checkoutId } = request;
  for (;;) {
    const named = await nextHold(engine, { shopId, checkoutId });
    if (named.outcome !== 'named') return named;
    const result = await reserveSomewhere(engine, request, named);
    if (result.outcome === 'ended') continue;
    if (result.outcome !== 'held' || (await isStill(engine, request, named.reservationId))) return result;
    // Another tab has changed the region meanwhile, and made a hold of its own.
    await engine.release({ shopId, reservationId: named.reservationId });
  }
}

interface NamedHold {
  readonly outcome: 'named';
  readonly reservationId: string;
  readonly replaces: string | null;
  readonly regionCode: string;
}

/** The live hold, or the id of the next one: whoever asks at the same time gets the same. */
async function nextHold(
  engine: Engine,
  key: CheckoutKey,
): Promise<NamedHold | Extract<HoldResult, { outcome: 'held' | 'ended' }>> {
  for (;;) {
    const row = await read(engine, key);
    if (row?.checkoutStatus !== 'open') return { outcome: 'ended' };
    const { reservationId, replacesId, holdStatus, regionCode, heldRegionCode } = row;
    const isForRegion = regionCode === heldRegionCode;
    if (reservationId && isForRegion) {
      if (holdStatus === 'held' && row.isInTime) return { outcome: 'held', reservationId, isRepeat: true };
      if (!holdStatus) return { outcome: 'named', reservationId, replaces: replacesId, regionCode };
    }
    const replaces = holdStatus ? reservationId : replacesId;
    await engine.database.session('checkout', (session) =>
      session.send(call(nameHold, { ...key, reservationId: newId(), previousId: reservationId, replaces })),
    );
  }
}

async function read(engine: Engine, key: CheckoutKey) {
  const [result] = await engine.database.session('checkout', (session) =>
    session.send(call(readHold, { ...key })),
  );
  return result?.rows[0];
}

async function isStill(engine: Engine, key: CheckoutKey, reservationId: string): Promise<boolean> {
  const { shopId, checkoutId } = key;
  return (await read(engine, { shopId, checkoutId }))?.reservationId === reservationId;
}

async function reserveSomewhere(
  engine: Engine,
  { shopId, checkoutId, lines, holdSeconds }: HoldRequest,
  { reservationId, replaces, regionCode }: NamedHold,
): Promise<HoldResult> {
  const { locations, stock } = await readRoutingOf(engine, {
    shopId,
    regionCode,
    inventoryItemIds: [...new Set(lines.map(({ inventoryItemId }) => inventoryItemId))],
    ownReservationId: replaces,
  });
  const known = new KnownStock(stock);
  for (let attempt = 1; attempt <= MOST_PLANS; attempt += 1) {
    let plan = planShipments(lines, locations, known.free());
    const { reasons } = plan;
    // Holds over their time count as held until somebody takes them back, which a reserve does.
    if (plan.outcome === 'lacking') plan = planShipments(lines, locations, known.freeAndHeld());
    if (plan.outcome === 'lacking') {
      const short = plan.short.map((lack) => known.explain(lack, locations));
      const isHeld = short.every(({ available, held, wanted }) => available + held >= wanted);
      return { outcome: isHeld ? 'all_held' : 'sold_out', short, reasons };
    }
    const result = await engine.reserve({
      shopId,
      reservationId,
      checkoutId,
      holdSeconds,
      lines: plan.lines,
      ...(replaces ? { replaces } : {}),
    });
    switch (result.outcome) {
      case 'reserved':
        if (!result.isRepeat) {
          await recordHold(engine, { shopId, checkoutId }, reservationId, plan.lines, plan.reasons);
        }
        return { outcome: 'held', reservationId, isRepeat: result.isRepeat };
      case 'ended':
      case 'busy':
        return { outcome: result.outcome };
      case 'sold_out':
      case 'all_held':
        known.learn(result.short);
    }
  }
  return { outcome: 'busy' };
}

async function recordHold(
  engine: Engine,
  key: CheckoutKey,
  reservationId: string,
  lines: readonly PlannedLine[],
  reasons: readonly LocationReason[],
): Promise<void> {
  const detail = JSON.stringify({ reservationId, lines, reasons });
  await engine.database.session('checkout', (session) =>
    session.send(
      call(recordEvent, { ...key, eventKey: `held:${reservationId}`, kind: 'held', actor: 'buyer', detail }),
    ),
  );
}

/** What the plan may count on: what was read, corrected by what reserves found at the shelf. */
class KnownStock {
  readonly #levels: (LevelStock & { backInMs: number | null; heldByOthers: number })[];

  constructor(stock: readonly LevelStock[]) {
    this.#levels = stock.map((level) => ({ ...level, backInMs: null, heldByOthers: level.held }));
  }

  free() {
    return this.#levels;
  }

  freeAndHeld() {
    return this.#levels.map((level) => ({ ...level, available: level.available + level.held }));
  }

  /** A level that was short gives no more than it had then, and its held units nothing. */
  learn(short: readonly Shortfall[]): void {
    for (const { inventoryItemId, inventoryGroupId, available, held, backInMs } of short) {
      const level = this.#levels.find(
        (one) => one.inventoryItemId === inventoryItemId && one.inventoryGroupId === inventoryGroupId,
      );
      if (level) Object.assign(level, { available, held: 0, heldByOthers: held, backInMs });
    }
  }

  explain(
    { inventoryItemId, wanted }: { inventoryItemId: number; wanted: number },
    locations: readonly { locationId: number; status: string; priority: number | null }[],
  ): ShortItem {
    const serving = new Set(
      locations
        .filter(({ status, priority }) => status === 'active' && priority !== null)
        .map(({ locationId }) => locationId),
    );
    const levels = this.#levels.filter(
      (level) => level.inventoryItemId === inventoryItemId && serving.has(level.locationId),
    );
    const backs = levels.flatMap(({ backInMs }) => (backInMs === null ? [] : [backInMs]));
    return {
      inventoryItemId,
      wanted,
      available: levels.reduce((sum, { available }) => sum + available, 0),
      held: levels.reduce((sum, { heldByOthers }) => sum + heldByOthers, 0),
      backInMs: backs.length > 0 ? Math.min(...backs) : null,
    };
  }
}
