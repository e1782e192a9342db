/**
 * The Redis years: stock as many shops kept it before, and as a careful shop would have kept it.
 *
 * Promise: both models are what they say, on a real Redis and a real MySQL, and their calls to Redis are bounded in time.
 * They leave to others where holds and orders are written, and what becomes of a buyer.
 */
export { readBalances, readLedgerBalances } from './balances';
export { carefulStatements } from './careful-books';
export {
  type CarefulAnswer,
  type CarefulHold,
  type CarefulStock,
  openCarefulStock,
  type Repair,
} from './careful-stock';
export { countDown, countUp, endHeld, noteHeld, readHeld, setStock } from './commands';
export {
  type ActResult,
  advancePod,
  goOn,
  makePods,
  setPodBack,
  setThresholds,
  stopRollOut,
} from './roll-out/acts';
export { type Grouping, MOST_PODS, parseLists } from './roll-out/grouping';
export { type Pod, type RollOut, readRollOut } from './roll-out/read';
export {
  passedThresholds,
  stoppingKeys,
  type ThresholdKey,
  thresholdKeys,
  thresholdTexts,
} from './roll-out/thresholds';
export { RollOutWatch } from './roll-out/watch';
export { withCounters } from './roll-out/with-counters';
export { endOnce, loadAll, readHolds, reserveAll } from './scripts';
export {
  type ClaimOrder,
  claimOrders,
  type LegacyCount,
  type LegacyLine,
  type LegacyStock,
  openLegacyStock,
} from './stock';
export { createMovingEngine, type MovingEngine } from './truth/moving-engine';
export { pressSwitch } from './truth/press';
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
export { dropCounts } from './truth/tally';
