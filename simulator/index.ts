/**
 * The flash-sale simulator: a crowd of seeded buyers against one of several ways to sell a stock, and a verdict from what is
 * left in the tables.
 *
 * Promise: a sale is carried out in a process of its own, one at a time on a server; it can be stopped or killed at any
 * moment and leaves no hold behind; every run has a schema of its own, so that none touches the shop; what is said of a run is
 * computed from its tables. It leaves to others how a page shows it.
 */
export { type ArrivalPattern, arrivalPatterns } from './arrivals';
export { type CrashPoint, crashPoints, crashPointTexts } from './crash-points';
export type { Environment } from './environment';
export { exportCsv, exportJson } from './export';
export type {
  FalseRefusalFinding,
  InterruptedClaimFinding,
  LeakFinding,
  OrderSeen,
  PaymentFinding,
  SharedUnitFinding,
  WrongLocationFinding,
} from './findings';
export type { BoardPicture, BuyerCounts, Figures, Frame, Percentiles } from './frame';
export { type NumberField, type NumberFieldName, numberFieldNames, numberFields } from './input-fields';
export {
  type FieldErrors,
  judgeInputs,
  type Recording,
  type RunInputs,
  recordings,
  type SaleInputs,
  type Spread,
  spreads,
} from './inputs';
export type { Bill } from './money';
export {
  type NeighbourId,
  type NeighbourTexts,
  neighbourIds,
  neighbourTexts,
} from './neighbours/neighbours';
export { Traffic, type TrafficReading, type TrafficSettings } from './neighbours/traffic';
export type { RunReport } from './report';
export {
  type Finding,
  type RunRecord,
  readFindings,
  readNewestRuns,
  readRun,
  readSale,
  readSamples,
} from './run-records';
export { KEPT_RUNS, runUrl } from './run-schemas';
export { currentSale, replaySale, type StartResult, startSale, stopSale } from './sales-desk';
export { isScenarioId, type Scenario, type ScenarioId, scenarioIds, scenarios } from './scenarios';
export { MOST_RECORDED_PACKETS } from './statement-recorder';
export { isOver, type RunState } from './states';
export { isStrategyId, type StrategyId, strategies, strategyIds } from './strategies';
export { readUnitLife, type UnitHolder, type UnitLife } from './unit-life';
export type { Verdict, VerdictWord } from './verdict';
export { type LiveRun, type LiveSale, liveSaleOf, watchSale } from './watch';
