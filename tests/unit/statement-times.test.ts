import { describe, expect, it } from 'vitest';
import { MOST_NAMES, OTHERS, packetName, StatementTimes } from '@/db/statement-times';

describe('times of statements', () => {
  it('name a packet by its statements, without those that open and end the transaction', () => {
    const names = (...list: string[]) => packetName(list.map((name) => ({ name })));
    expect(
      names(
        'transaction.read_committed',
        'transaction.begin',
        'reserve.open_reservation',
        'reserve.lock_units',
      ),
    ).toBe('reserve.open_reservation + reserve.lock_units');
    expect(names('claim.append', 'claim.append', 'transaction.commit')).toBe('claim.append');
    expect(names('transaction.rollback')).toBe('transaction.rollback');
  });

  it('keep a bounded number of names, the later ones together', () => {
    const times = new StatementTimes();
    for (let index = 0; index < MOST_NAMES + 10; index += 1) times.add(`statement.${index}`, 1);
    const read = times.read(100);
    expect(read).toHaveLength(MOST_NAMES + 1);
    expect(read.find(({ name }) => name === OTHERS)).toMatchObject({ count: 10, totalMs: 10 });
  });

  it('give count, sum, percentiles and longest, the greatest sum first', () => {
    const times = new StatementTimes();
    for (let ms = 1; ms <= 100; ms += 1) times.add('slow.read', ms);
    times.add('quick.read', 0);
    const [slow, quick] = times.read(2);
    expect(slow).toMatchObject({ name: 'slow.read', count: 100, totalMs: 5_050 });
    // Two significant figures.
    expect(slow?.p50Ms).toBeCloseTo(50, 0);
    expect(Math.abs((slow?.p99Ms ?? 0) - 99)).toBeLessThan(1);
    expect(slow?.maxMs).toBeGreaterThanOrEqual(100);
    expect(quick).toMatchObject({ name: 'quick.read', count: 1 });
  });
});
