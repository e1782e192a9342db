/**
 * The Redis years: stock as many shops kept it before, and as a careful shop would have kept it.
 *
 * Promise: both models are what they say, on a real Redis and a real MySQL, and their calls to Redis are bounded in time.
 * They leave to others where holds and orders are written, and what becomes of a buyer.
 */
export { readBalances, readLedgerBalances } from './balances';
export {
  type CarefulAnswer,
  type CarefulHold,
  type CarefulStock,
  openCarefulStock,
  type Repair,
} from './careful-stock';
export { countDown, countUp, endHeld, noteHeld, readHeld, setStock } from './commands';
export { endOnce, loadAll, reserveAll } from './scripts';
export {
  type ClaimOrder,
  claimOrders,
  type LegacyCount,
  type LegacyLine,
  type LegacyStock,
  openLegacyStock,
} from './stock';
export { createMovingEngine, type MovingEngine } from './truth/moving-engine';
export {
  allowedFrom,
  type Gate,
  gatesOf,
  stateTexts,
  type TruthFigures,
  type TruthState,
  truthStates,
} from './truth/states';
export { readShopTruth, type ShopTruth, type SwitchResult, settleTruth, switchTruth } from './truth/switch';
