/** What the panel may change, given by the page: components know nothing of actions. Types only. */
import type { TrafficSettings } from '@/simulator/index';

/** Why nothing was changed; undefined when it was. */
export type ActAnswer = Promise<string | undefined>;

export interface PanelActs {
  startTraffic(): ActAnswer;
  stopTraffic(): ActAnswer;
  changeTraffic(settings: TrafficSettings): ActAnswer;
  /** Sets innodb_thread_concurrency. */
  setThreadCeiling(ceiling: number): ActAnswer;
}
