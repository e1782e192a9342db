import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Read counters, waits and connections of the whole server: beside other tests they would see theirs. */
const aloneOnTheServer = ['tests/live/**/*.test.ts', 'tests/legacy/roll-out.test.ts'];

/** On the real MySQL. */
const onMysql = {
  globalSetup: ['tests/support/global-setup.ts'],
  // Not a threshold of any test: the point at which something hangs.
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  resolve: { alias: { '@': root.replace(/\/$/, '') } },
  test: {
    globals: false,
    // Two at a time: the tests of concurrency bring their own parallelism, and the server shares the machine.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          name: 'engine',
          // All others need the real MySQL, whatever folder they are in.
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/unit/**', ...aloneOnTheServer],
          ...onMysql,
        },
      },
      {
        extends: true,
        test: { name: 'server', include: aloneOnTheServer, maxWorkers: 1, ...onMysql },
      },
    ],
  },
});
