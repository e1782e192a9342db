/** What became of a statement, in one line. Pure. */
import type { SeenOutcome } from './expectation';

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export function outcomeText(outcome: SeenOutcome): string {
  if (outcome.status === 'blocked') return 'blocked';
  if (outcome.status === 'error') return `${outcome.code}: ${outcome.message}`;
  if (outcome.columns.length === 0) {
    return outcome.affected ? `${counted(outcome.affected, 'row')} changed` : 'done';
  }
  if (outcome.rowCount === 0) return 'no rows';
  const [first] = outcome.rows;
  if (outcome.rowCount === 1 && first?.length === 1) return `${outcome.columns[0]}: ${first[0]}`;
  const rows = outcome.rows.slice(0, 8).map((row) => `(${row.join(', ')})`);
  return `${counted(outcome.rowCount, 'row')}  ${rows.join(' ')}${outcome.rowCount > 8 ? ' …' : ''}`;
}
