/** Four anomalies under four isolation levels: sixteen small scenarios, each of them run. */
import { sqlText } from '@/db/statement';
import type { MatrixCell, MatrixScenario, SteppedScenario } from '@/lab/scenario';
import { drawnPool, fillPool, type Isolation, session } from '@/lab/stock';
import { availableUnits, quantities } from '@/lab/tables';
import type { Anomaly } from './isolation-anomaly';
import { dirtyRead } from './isolation-dirty-read';
import { lostUpdate } from './isolation-lost-update';
import { nonRepeatableRead } from './isolation-non-repeatable-read';
import { phantom } from './isolation-phantom';

const anomalies: readonly Anomaly[] = [dirtyRead, nonRepeatableRead, phantom, lostUpdate];

const levels: readonly Isolation[] = [
  'READ UNCOMMITTED',
  'READ COMMITTED',
  'REPEATABLE READ',
  'SERIALIZABLE',
];

function cellOf(anomaly: Anomaly, level: Isolation): MatrixCell {
  const { verdict, isHarmful, steps, conclusion } = anomaly.under(level);
  const scenario: SteppedScenario = {
    kind: 'stepped',
    id: `isolation-${anomaly.id}-${level.toLowerCase().replace(' ', '-')}`,
    number: 25,
    topic: 'isolation',
    title: `${anomaly.name} under ${level}: ${verdict}`,
    story: anomaly.story,
    setup: [
      quantities,
      availableUnits,
      sqlText(`
        INSERT INTO quantities (shop_id, inventory_item_id, inventory_group_id, quantity)
        VALUES (1, 41, 1, 5)`),
      fillPool(3),
    ],
    draws: [
      anomaly.id === 'phantom'
        ? drawnPool
        : { table: 'quantities', index: 'PRIMARY', sharedColumns: 1, noun: 'item, group' },
    ],
    sessions: [session('T1', anomaly.who[0], level), session('T2', anomaly.who[1], level)],
    steps,
    instead: anomaly.instead,
    conclusion,
    manual: ['Transaction Isolation Levels', 'Consistent Nonlocking Reads', 'Phantom Rows'],
  };
  return { row: anomaly.name, column: level, scenario, verdict, isHarmful };
}

export const isolationMatrix: MatrixScenario = {
  kind: 'matrix',
  id: 'isolation-matrix',
  number: 25,
  topic: 'isolation',
  title: 'Only SERIALIZABLE prevents all four anomalies, and it does so by waiting and by deadlock',
  story:
    "Dirty read, non-repeatable read, phantom, lost update: each is tried under each of MySQL's four isolation levels. The table is not printed from a book; every cell is two sessions that are stepped on this server.",
  rows: anomalies.map(({ name }) => name),
  columns: levels,
  cells: anomalies.flatMap((anomaly) => levels.map((level) => cellOf(anomaly, level))),
  conclusion:
    "REPEATABLE READ, MySQL's default, keeps your reads steady and lets you lose an update all the same. What protects stock is a condition in the statement that writes, or a lock before the decision, under any level.",
  manual: ['Transaction Isolation Levels'],
};
