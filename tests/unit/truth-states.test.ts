import { describe, expect, it } from 'vitest';
import { type Look, reasonOf } from '@/legacy/truth/compare';
import {
  allowedFrom,
  judgeSwitch,
  LEAST_COMPARED,
  type TruthFigures,
  truthStates,
} from '@/legacy/truth/states';

const figures = (over: Partial<TruthFigures> = {}): TruthFigures => ({
  compared: LEAST_COMPARED,
  timing: 0,
  expiry: 0,
  location: 0,
  bug: 0,
  dropped: 0,
  promises: 0,
  ...over,
});

describe('switches', () => {
  it('go back to any earlier state, whatever was seen', () => {
    const bad = figures({ compared: 0, bug: 9, promises: 9 });
    for (const [place, from] of truthStates.entries()) {
      for (const to of truthStates.slice(0, place)) {
        expect(judgeSwitch(from, to, bad)).toEqual({ outcome: 'allowed' });
      }
    }
  });
  it('go forward one step, and a longer one is refused with the allowed ones', () => {
    expect(judgeSwitch('redis', 'mysql', figures())).toEqual({ outcome: 'impossible', allowed: ['shadow'] });
    expect(allowedFrom('shadow')).toEqual(['redis', 'mysql_redis_written']);
    expect(judgeSwitch('redis', 'shadow', figures({ compared: 0 }))).toEqual({ outcome: 'allowed' });
  });
  it('never lead to where a shop is already', () => {
    for (const state of truthStates) expect(allowedFrom(state)).not.toContain(state);
  });
  it.each([
    [{ compared: LEAST_COMPARED - 1 }, `${LEAST_COMPARED - 1} of at least ${LEAST_COMPARED}`],
    [{ bug: 1 }, '1 difference that nothing explains'],
    [{ dropped: 2 }, '2 shadows given up'],
    [{ promises: 1 }, '1 live hold that only Redis knows'],
  ])('wait at the gate for %o', (over, says) => {
    const verdict = judgeSwitch('shadow', 'mysql_redis_written', figures(over));
    expect(verdict).toMatchObject({ outcome: 'closed', closed: [expect.stringContaining(says)] });
  });
  it('pass open gates', () => {
    const seen = figures({ timing: 5, expiry: 3, location: 2 });
    expect(judgeSwitch('shadow', 'mysql_redis_written', seen)).toEqual({ outcome: 'allowed' });
    expect(judgeSwitch('mysql_redis_written', 'mysql', seen)).toEqual({ outcome: 'allowed' });
  });
});

describe('the reason of a difference', () => {
  const item = {
    inventoryItemId: 1,
    wanted: 1,
    redisFree: 0,
    redisHeld: 0,
    mysqlFree: 0,
    mysqlHeld: 0,
    mysqlServing: 0,
    overdue: 0,
  };
  const look = (over: Partial<Look> = {}): Look => ({
    items: [item],
    onlyInRedis: 0,
    onlyInMysql: 0,
    agreesOnHand: true,
    justExpired: 0,
    ...over,
  });
  it('is a bug when the stores disagree on the stock on hand', () => {
    expect(reasonOf(look({ agreesOnHand: false }), true)).toBe('bug');
  });
  it('is the location when Redis promised what lies where the region is not served from', () => {
    const elsewhere = look({ items: [{ ...item, mysqlFree: 1 }] });
    expect(reasonOf(elsewhere, true)).toBe('location');
    expect(reasonOf(elsewhere, false)).toBe('timing');
  });
  it('is expiry while a hold is over its time, or just was', () => {
    expect(reasonOf(look({ items: [{ ...item, overdue: 1 }] }), true)).toBe('expiry');
    expect(reasonOf(look({ justExpired: 1 }), false)).toBe('expiry');
  });
  it('is timing otherwise', () => {
    expect(reasonOf(look(), true)).toBe('timing');
  });
});
