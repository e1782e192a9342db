/** MySQL's own way to a hold: routing chooses locations, and the engine reserves there. */
import { call } from '@/db/statement';
import type { Engine, Shortfall } from '@/engine/index';
import { type Demand, type LocationReason, type PlannedLine, planShipments } from './plan-shipments';
import { type LevelStock, readRoutingOf } from './routing';
import type { CheckoutKey } from './save-delivery';
import { recordEvent } from './sql/checkouts';

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
  /** The money is there already: a promise without units won't do. */
  readonly needsUnits?: boolean;
}

export interface NamedHold {
  readonly outcome: 'named';
  readonly reservationId: string;
  readonly replaces: string | null;
  readonly regionCode: string;
}

/** Plans that may fail at the shelf before the answer is "busy". Each failure lowers what is known to be there. */
const MOST_PLANS = 25;

export async function reserveSomewhere(
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

export async function recordHold(
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
