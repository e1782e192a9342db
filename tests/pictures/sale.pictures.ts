/** The largest sale that the page offers, watched to its end; prints what watching it was like. */
import { join } from 'node:path';
import { checkoutFolder } from '@/db/server/paths';
import { expect, test } from '@/tests/support/playwright';

test.use({ viewport: { width: 1440, height: 1000 }, colorScheme: 'light' });
test.setTimeout(300_000);

interface Watched {
  frames: number;
  longestGapMs: number;
  longTasks: number;
  longestTaskMs: number;
  since: number;
}

test('20,000 buyers over 2,000 units with 64 connections', async ({ page, rows }) => {
  await page.addInitScript(() => {
    const watched = { frames: 0, longestGapMs: 0, longTasks: 0, longestTaskMs: 0, since: 0 };
    Object.assign(window, { watched });
    let last = 0;
    const frame = (now: number) => {
      if (last > 0 && watched.since > 0) {
        watched.frames += 1;
        watched.longestGapMs = Math.max(watched.longestGapMs, now - last);
      }
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    new PerformanceObserver((list) => {
      if (watched.since === 0) return;
      for (const { duration } of list.getEntries()) {
        watched.longTasks += 1;
        watched.longestTaskMs = Math.max(watched.longestTaskMs, duration);
      }
    }).observe({ type: 'longtask' });
  });
  await page.goto('/sales');
  await page.getByText('All inputs').click();
  await page.getByLabel('Buyers, buyers').fill('20000');
  await page.getByLabel('Stock, units').fill('2000');
  await page.getByLabel('Connections, connections').fill('64');
  const naive = page.getByRole('checkbox', { name: /^Read, then write/ });
  await page.locator('label').filter({ has: naive }).click();
  await expect(page.getByText('20,000 buyers, 2,000 units, one strategy')).toBeVisible();
  await page.getByRole('button', { name: 'Start the sale' }).click();
  await page.waitForURL(/\/sales\/\d+/);
  await expect(page.getByRole('region', { name: 'Where the buyers are' })).toBeVisible({ timeout: 60_000 });
  const read = () => page.evaluate(() => ({ ...(window as unknown as { watched: Watched }).watched }));
  await page.evaluate(() => {
    (window as unknown as { watched: Watched }).watched.since = performance.now();
  });
  await expect(page.getByText(/buyers done, about/)).toBeVisible();
  await expect(page.getByText(/^([89]|1\d),\d{3} of 20,000 buyers done/)).toBeVisible({ timeout: 200_000 });
  await page.screenshot({ path: join(checkoutFolder, 'docs/images/sale.png') });
  await expect(page.getByText('reading the tables').or(page.getByTestId('verdict'))).toBeVisible({
    timeout: 200_000,
  });
  const watched = await read();
  const seconds = (await page.evaluate(() => performance.now())) / 1000 - watched.since / 1000;
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-verdict', 'exact', { timeout: 60_000 });
  const [run] = await rows<{ report: { client: object; tookMs: number; audit: object; sold: number } }>(
    'SELECT report FROM simulation_runs ORDER BY run_id DESC LIMIT 1',
  );
  console.log(JSON.stringify({ ...watched, seconds, ...run?.report }, null, 2));
});
