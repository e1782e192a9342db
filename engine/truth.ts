/**
 * A port: another store of stock that is asked or told beside this engine, while a shop moves from one to the other. The
 * engine knows nothing of it but this; without one, or for a shop that has moved, each verb is what it is alone.
 */
import type { HoldKey } from './results';

/** What a buyer wants, before anybody has chosen locations. */
export interface HoldDemand extends HoldKey {
  readonly checkoutId: string;
  /** Items added up. */
  readonly lines: readonly { readonly inventoryItemId: number; readonly quantity: number }[];
  readonly regionCode: string;
  readonly replaces: string | null;
  /** Whether a promise without units is not enough: the money is there already. */
  readonly needsUnits: boolean;
}

/** What this engine can do about a demand, as steps that the port puts in order. */
export interface EngineSide<T> {
  /** Chooses locations and reserves units. */
  reserve(): Promise<T>;
  /**
   * Writes the hold without units, under the version of the truth that promised them. `isServed` is whether the locations
   * of the region have the units by this engine's books; `stale` when the version is no longer current.
   */
  promise(
    version: number,
  ): Promise<{ readonly outcome: 'promised'; readonly isServed: boolean; readonly result: T } | StalePromise>;
  /** Whether the locations of the region have the units, without taking any. */
  look(): Promise<boolean>;
}

export interface StalePromise {
  readonly outcome: 'stale';
}

export interface OtherRefusal {
  readonly outcome: 'refused';
  readonly short: readonly {
    readonly inventoryItemId: number;
    readonly wanted: number;
    readonly available: number;
  }[];
}

export interface StockTruth {
  /** Whether holds of the shop may be without units, and whether the other store hears of their ends. */
  of(shopId: number): TruthOfShop | Promise<TruthOfShop>;
  decide<T extends { readonly outcome: string }>(
    demand: HoldDemand,
    here: EngineSide<T>,
  ): Promise<T | OtherRefusal | { readonly outcome: 'busy' }>;
  /** Tells the other store that a hold has ended here. Never throws, and nobody has to wait for it. */
  ended(hold: HoldKey, isSold: boolean): void;
  /** Stock was received, adjusted, sent or came back. Never throws. */
  restocked(shopId: number): void;
  /** Brings the other store in line with the holds that have ended here, and fills promises. */
  reconcile(shopId: number): Promise<void>;
}

export interface TruthOfShop {
  readonly hasPromises: boolean;
  readonly isTold: boolean;
}
