/** What the four anomalies have in common: how one is described, the statements they use, and the locks those leave. */
import { sqlText } from '@/db/statement';
import { recordLocks, type Step } from '@/lab/scenario';
import { type Isolation, level as levelKey } from '@/lab/stock';

/** An anomaly under one level: the steps that provoke it, and what becomes of them. */
export interface Trial {
  readonly verdict: string;
  readonly isHarmful: boolean;
  readonly steps: readonly Step[];
  readonly conclusion: string;
}

export interface Anomaly {
  readonly id: 'dirty-read' | 'non-repeatable-read' | 'phantom' | 'lost-update';
  readonly name: string;
  readonly story: string;
  readonly who: readonly [string, string];
  /** Statements of the engine that answer the same question in the shop. */
  readonly instead: readonly string[];
  under(level: Isolation): Trial;
}

export const WHERE = 'WHERE shop_id = 1 AND inventory_item_id = 41 AND inventory_group_id = 1';

export const readQuantity = sqlText(`
  SELECT quantity
    FROM quantities
   ${WHERE}`);

export const writeQuantity = (quantity: number) =>
  sqlText(`
  UPDATE quantities
     SET quantity = ${quantity}
   ${WHERE}`);

const ROW = 'quantities.PRIMARY';
type Name = 'T1' | 'T2';

/** Locks of a session that has changed the row. */
export const wrote = (name: Name) => [
  `${name} quantities IX`,
  ...recordLocks(name, ROW, 'X,REC_NOT_GAP', levelKey()),
];

/** Locks of a session that has read the row under SERIALIZABLE. */
export const readShared = (name: Name) => [
  `${name} quantities IS`,
  ...recordLocks(name, ROW, 'S,REC_NOT_GAP', levelKey()),
];

/** Locks of a session that waits for the row. */
export const wants = (name: Name, mode: 'X' | 'S') => [
  `${name} quantities I${mode}`,
  `${name} ${ROW} ${mode},REC_NOT_GAP (${levelKey()}) waiting`,
];

/** Under SERIALIZABLE a plain SELECT in a transaction is a SELECT … FOR SHARE. */
export const isSerial = (level: Isolation) => level === 'SERIALIZABLE';
export const seesUncommitted = (level: Isolation) => level === 'READ UNCOMMITTED';
export const seesCommitted = (level: Isolation) => level === 'READ UNCOMMITTED' || level === 'READ COMMITTED';
