/** `npm run pictures`: takes the pictures of docs/images anew, from the app as it runs. */
import { defineConfig } from '@playwright/test';
import { checkoutFolder } from '@/db/server/paths';
import everyday from '@/playwright.config';

export default defineConfig({
  ...everyday,
  testDir: '.',
  testMatch: '*.pictures.ts',
  workers: 1,
  retries: 0,
  webServer: { ...(everyday.webServer as { command: string }), cwd: checkoutFolder },
});
