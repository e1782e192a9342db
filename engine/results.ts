/** What the engine's verbs are given and what they answer. Expected outcomes are values; only the unexpected throws. */

/** One inventory level: an item in one inventory group, which is one location's stock of it. */
export interface LevelKey {
  readonly shopId: number;
  readonly inventoryItemId: number;
  readonly inventoryGroupId: number;
}

export interface ReserveLine {
  readonly inventoryItemId: number;
  readonly inventoryGroupId: number;
  /** Units, at least 1. */
  readonly quantity: number;
}

export interface HoldKey {
  readonly shopId: number;
  /** UUID; the idempotency key of every verb on this hold. */
  readonly reservationId: string;
}

export interface ReserveRequest extends HoldKey {
  /** UUID of whoever the hold is for. */
  readonly checkoutId: string;
  /** At most 500 lines; lines of one level are added up. */
  readonly lines: readonly ReserveLine[];
  readonly holdSeconds: number;
  /**
   * A hold of the same buyer whose place this one takes. It is given back in the same transaction: its units may be
   * among the new ones, and when the reserve is refused it stays as it was.
   */
  readonly replaces?: string;
}

export interface HeldUnit {
  readonly inventoryItemId: number;
  readonly inventoryGroupId: number;
  readonly id: number;
}

/** A line that can't be had now, with the figures of the moment at which that was found. */
export interface Shortfall extends ReserveLine {
  /** Units that could be had: in the pool and unpooled. */
  readonly available: number;
  /** Units in live holds of others. */
  readonly held: number;
  /** Time until the earliest of those holds may end, in ms; `null` when nothing is held. */
  readonly backInMs: number | null;
}

/** What `engine/states.ts` says a hold can be. */
export type HoldStatus = 'held' | 'claimed' | 'released' | 'expired';

export type ReserveResult =
  | { readonly outcome: 'reserved'; readonly units: readonly HeldUnit[]; readonly isRepeat: boolean }
  /** The hold of this id has ended before; a new one needs a new id. */
  | { readonly outcome: 'ended'; readonly status: Exclude<HoldStatus, 'held'> }
  /** Nothing is left that could come back in this quantity. */
  | { readonly outcome: 'sold_out'; readonly short: readonly Shortfall[] }
  /** What is missing is in live holds of others and may come back. */
  | { readonly outcome: 'all_held'; readonly short: readonly Shortfall[] }
  /** Units are there, but others had them locked, or no connection came free: try again. */
  | { readonly outcome: 'busy' };

export type ClaimResult =
  | { readonly outcome: 'claimed'; readonly isRepeat: boolean }
  | { readonly outcome: 'released' | 'expired' | 'not_found' | 'busy' };

export type ReleaseResult =
  | { readonly outcome: 'released'; readonly isRepeat: boolean }
  | { readonly outcome: 'claimed' | 'expired' | 'not_found' | 'busy' };

export type ExtendResult =
  | { readonly outcome: 'extended'; readonly isRepeat: boolean; readonly remainingMs: number }
  | { readonly outcome: 'claimed' | 'released' | 'expired' | 'not_found' };

/** Who changes stock, under which id, and why; all of it ends in the ledger. */
export interface StockChange {
  /** UUID; a repeated change with the same id does nothing. */
  readonly referenceId: string;
  readonly actor: string;
  readonly note?: string;
}

export interface LevelFigures {
  /** Ledger units without a row. */
  readonly unpooled: number;
  /** Rows in the pool. */
  readonly pooled: number;
  /** Units in live holds. */
  readonly held: number;
}

/** A level at one moment, with what its holds promise. */
export interface LevelState extends LevelFigures {
  /** Held units whose hold is over its time. */
  readonly overdue: number;
  /** Time until the earliest hold may end, in ms; `null` when nothing is held. */
  readonly backInMs: number | null;
}

export type StockResult =
  | { readonly outcome: 'done'; readonly onHand: number }
  | { readonly outcome: 'repeated' }
  /** More than is available: held units can't be taken. */
  | ({ readonly outcome: 'refused' } & LevelFigures)
  /** On hand is no longer what the change was made for; nothing was changed. */
  | ({ readonly outcome: 'changed' } & LevelFigures)
  | { readonly outcome: 'not_found' | 'busy' };

/** Units of one item on the way from one location to another. */
export interface FreightLine {
  readonly inventoryItemId: number;
  /** Units, at least 1. */
  readonly quantity: number;
}

export type ShipResult =
  | { readonly outcome: 'done' | 'repeated' | 'busy' }
  /** One entry per line that the location can't fill; nothing was shipped. */
  | { readonly outcome: 'refused'; readonly short: readonly (FreightLine & LevelFigures)[] };

export interface ReplenishResult {
  /** Rows laid out by this refill; 0 when nothing was unpooled or the pool was full enough. */
  readonly added: number;
  readonly pooled: number;
  readonly unpooled: number;
}
