import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { freePort } from '@/db/server/ports';
import { chromiumArguments, findChromium } from './tests/support/chromium';

// Playwright reads this file again in each of its workers, which inherit the environment: the first reading decides.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_STATE ??= join(tmpdir(), `lastunit-e2e-${process.pid}.json`);
const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`;

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  workers: 2,
  // A test that needs its second try is named in the summary.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL,
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'on-first-retry',
  },
  projects: [
    {
      name: 'chromium',
      use: {
        ...devices['Desktop Chrome'],
        launchOptions: { executablePath: findChromium(), args: chromiumArguments() },
      },
    },
  ],
  webServer: {
    name: 'app',
    command: 'node db/launch/run.mjs tests/support/web-server.ts',
    url: baseURL,
    timeout: 300_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: { E2E_PORT: process.env.E2E_PORT, E2E_STATE: process.env.E2E_STATE },
  },
});
