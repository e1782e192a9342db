/** What a scenario expects of which server, and when two runs are alike. */
import { describe, expect, it } from 'vitest';
import { expectationOn } from '@/lab/expectation';
import { unlikeness } from '@/lab/repeat';
import type { ScenarioReport, StepReport } from '@/lab/run';
import type { Step } from '@/lab/scenario';

const locks = (text: string) => ({ outcome: { status: 'done' as const }, locks: [text] });

describe('an expectation that differs by version', () => {
  const step: Step = {
    session: 'T1',
    sql: 'SELECT 1',
    explanation: '',
    expect: locks('today'),
    expectBefore: [
      { version: '8.0.30', expect: locks('old') },
      { version: '8.4', expect: locks('8.0') },
    ],
  };

  it.each([
    ['8.0.29', 'old'],
    ['8.0.30', '8.0'],
    ['8.0.43-debug', '8.0'],
    ['8.4.0', 'today'],
    ['8.4.6', 'today'],
    ['9.7.4-2', 'today'],
  ])('on MySQL %s is the one of its line', (server, text) => {
    expect(expectationOn(step, server).locks).toEqual([text]);
  });
});

describe('two runs', () => {
  const step = (overrides: Partial<StepReport> = {}): StepReport => ({
    step: 1,
    session: 'T1',
    sql: 'SELECT 1',
    outcome: { status: 'done', columns: ['1'], rows: [[1]], rowCount: 1, isCut: false, durationMs: 3 },
    resumed: {},
    waits: ['T2 waits for T1', 'T3 waits for T1'],
    locks: ['T1 a', 'T1 b'],
    held: true,
    differences: [],
    ...overrides,
  });
  const report = (...steps: StepReport[]): ScenarioReport => ({
    id: 'x',
    title: 'X',
    held: true,
    server: '9.7.4',
    steps,
  });
  const first = report(step());

  it('are alike whatever the order of the lists and however long they took', () => {
    const outcome = {
      status: 'done',
      columns: ['1'],
      rows: [[1]],
      rowCount: 1,
      isCut: false,
      durationMs: 9,
    } as const;
    const other = step({
      outcome,
      waits: ['T3 waits for T1', 'T2 waits for T1'],
      locks: ['T1 b', 'T1 a'],
    });
    expect(unlikeness(first, report(other), 2)).toEqual([]);
  });

  it.each([
    ['a lock is missing', step({ locks: ['T1 a'] })],
    ['a lock is listed twice', step({ locks: ['T1 a', 'T1 b', 'T1 b'] })],
    ['nobody waits', step({ waits: [] })],
    ['another session went on', step({ resumed: { T2: { status: 'blocked' } } })],
    ['the statement failed', step({ outcome: { status: 'error', code: 'X', message: '', durationMs: 1 } })],
  ])('are not alike when %s', (_, other) => {
    expect(unlikeness(first, report(other), 7)).toEqual([expect.stringContaining('run 7, step 1')]);
  });

  it('are not alike when one has fewer steps', () => {
    expect(unlikeness(report(step(), step()), first, 2)).toHaveLength(1);
  });
});
