/**
 * Where a unit and a hold can be, and which verb moves them. This table is the code; docs/state-machines.md is the
 * picture, and a test compares both.
 */
import type { HoldStatus } from './results';

export interface Transition<State extends string> {
  readonly from: State;
  readonly verb: string;
  readonly to: State;
}

/** A unit is in exactly one of these at every commit; `unpooled` units are a number, all others are a row. */
export type UnitState = 'unpooled' | 'pool' | 'held' | 'sold';

export const unitTransitions: readonly Transition<UnitState>[] = [
  { from: 'unpooled', verb: 'replenish', to: 'pool' },
  { from: 'pool', verb: 'reserve', to: 'held' },
  { from: 'held', verb: 'claim', to: 'sold' },
  { from: 'held', verb: 'release', to: 'pool' },
  { from: 'held', verb: 'expire', to: 'pool' },
  // Under a new id: the row of the sale stays.
  { from: 'sold', verb: 'returnSold', to: 'unpooled' },
];

/** A hold ends once; nothing leads out of an ended hold. */
export const holdTransitions: readonly Transition<HoldStatus>[] = [
  { from: 'held', verb: 'extend', to: 'held' },
  { from: 'held', verb: 'claim', to: 'claimed' },
  { from: 'held', verb: 'release', to: 'released' },
  { from: 'held', verb: 'expire', to: 'expired' },
];
