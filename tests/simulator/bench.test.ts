import { expect, inject, it } from 'vitest';
import { quickRatioKeys } from '@/simulator/bench/ratios';
import { runFile } from '@/tests/support/scripts';

it('npm run bench measures every ratio of the quick run, in its smallest size', async () => {
  const args = ['--smoke', '--quick', '--json'];
  const { code, stdout, stderr } = await runFile('simulator/bench/cli.ts', args, {
    DATABASE_URL: `${inject('serverUrl').replace(/\/$/, '')}/lastunit_bench_test`,
  });
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const { ratios, details } = JSON.parse(stdout);
  expect(Object.keys(ratios)).toEqual(quickRatioKeys);
  for (const key of quickRatioKeys) {
    // Redis isn't on every machine: then the reason stands in its place.
    if (key === 'checkoutVsRedisModel_1ms' && ratios[key] === null)
      expect(details[key].reason).toMatch(/redis/i);
    else expect(ratios[key], key).toBeGreaterThan(0);
  }
}, 240_000);
