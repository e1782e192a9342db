/** Sales started from the page, their verdict read on it. One at a time on a server, so in one worker, in order. */
import type { Locator, Page } from '@playwright/test';
import { scenarioIds, scenarios } from '@/simulator/scenarios';
import { strategies } from '@/simulator/strategies';
import { accessibilityFaults } from '@/tests/support/accessibility';
import { expect, test } from '@/tests/support/playwright';
import { beginSale } from '@/tests/support/sales';

test.describe.configure({ mode: 'serial', timeout: 180_000 });

const card = (page: Page, title: string): Locator =>
  page.locator('label').filter({ has: page.getByRole('radio', { name: title }) });

const startScenario = (page: Page, title: string) =>
  beginSale(page, async () => {
    await page.goto('/sales');
    await card(page, title).click();
    await page.getByRole('button', { name: 'Start the sale' }).click();
  });

const verdictOf = (page: Page) => page.getByTestId('verdict');
const LONG = { timeout: 150_000 };

for (const id of scenarioIds) {
  const { title, inputs } = scenarios[id];
  test(`${title}: starts from its card and ends in a verdict`, async ({ page }) => {
    await startScenario(page, title);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    await expect(verdictOf(page)).toBeVisible(LONG);
    // Every scenario ends with the unit pool, which has to be exact whatever the scenario is.
    const address = page.url();
    const last = Number(/\/sales\/(\d+)/.exec(address)?.[1]) + inputs.strategies.length - 1;
    await page.goto(`${address}?run=${last}`);
    await expect(page.getByRole('region', { name: 'Verdict of Unit pool' })).toHaveAttribute(
      'data-verdict',
      'exact',
    );
    await expect(page.getByText('every order has its hold and its ledger entry')).toBeVisible();
  });
}

test('A1: Prove it ends with a naive shop that oversold and the unit pool that did not, and shows who shares a unit', async ({
  page,
}) => {
  await beginSale(page, async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Prove it' }).click();
  });
  await expect(page.getByRole('region', { name: 'Where the buyers are' })).toBeVisible(LONG);
  const naive = page.getByRole('region', { name: 'Verdict of Read, then write' });
  await expect(naive).toHaveAttribute('data-verdict', 'oversold', LONG);
  await page.getByTestId('unit-1').click();
  const life = page.getByRole('complementary', { name: 'Life of a unit' });
  await expect(life.getByText(/orders, one unit/)).toBeVisible();
  const orders = life.getByText(/^Order of buyer /);
  const [one, other] = [await orders.nth(0).boundingBox(), await orders.nth(1).boundingBox()];
  expect(one?.y).toBe(other?.y);
  await page.getByRole('link', { name: /^Unit pool/ }).click();
  await expect(page.getByRole('region', { name: 'Verdict of Unit pool' })).toHaveAttribute(
    'data-verdict',
    'exact',
  );
  await page.getByTestId('unit-1').click();
  await expect(life.getByText(/^Reserved for buyer [\d,]+$/)).toHaveCount(1);
  await expect(life.getByText('Sold to this buyer')).toHaveCount(1);
  await expect(life.locator('time')).toHaveCount(2);
  // Each figure of speed has its ratio to the last run's.
  const speeds = page.getByRole('table', { name: 'The runs of this sale side by side' });
  await expect(speeds.getByRole('row').filter({ hasText: 'Reserves/s' })).toContainText(/\d ×/);
});

test('F6: charts are drawn on canvases, with as many elements for 600 more readings as for few', async ({
  page,
  rows,
}) => {
  const [judged] = await rows<{ id: number }>(
    'SELECT MAX(run_id) AS id FROM simulation_runs WHERE report IS NOT NULL',
  );
  const drawn = async () => {
    await page.goto(`/sales/${judged?.id}?run=${judged?.id}`);
    const charts = page.getByRole('figure').filter({ has: page.getByRole('img', { name: /^Line chart/ }) });
    await expect(charts.first().locator('canvas')).toBeVisible();
    await expect(charts.locator('canvas')).toHaveCount(await charts.count());
    expect(await charts.locator('svg').count()).toBe(0);
    return charts.locator('*').count();
  };
  const before = await drawn();
  const added = await rows(
    `INSERT INTO simulation_samples (run_id, sequence, at_ms, figures)
       WITH RECURSIVE numbered (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbered WHERE n < 600)
     SELECT sample.run_id, 100000 + n, sample.at_ms + n * 250,
            JSON_SET(sample.figures, '$.atMs', sample.at_ms + n * 250)
       FROM numbered
            CROSS JOIN (SELECT run_id, at_ms, figures FROM simulation_samples
                         WHERE run_id = ? ORDER BY sequence DESC LIMIT 1) AS sample`,
    [judged?.id],
  );
  expect(added).toMatchObject({ affectedRows: 600 });
  expect(await drawn()).toBe(before);
  await rows('DELETE FROM simulation_samples WHERE run_id = ? AND sequence > 100000', [judged?.id]);
});

test('a report goes along as JSON and CSV, with the figures of the page', async ({ page, rows }) => {
  const [judged] = await rows<{ id: number }>(
    'SELECT MAX(first_run_id) AS id FROM simulation_runs WHERE report IS NOT NULL',
  );
  await page.goto(`/sales/${judged?.id}`);
  const download = async (name: 'JSON' | 'CSV') => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name, exact: true }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  };
  const exported = JSON.parse(await download('JSON'));
  expect(exported.report.verdict).toBe(await verdictOf(page).getAttribute('data-verdict'));
  await expect(verdictOf(page)).toContainText(`${exported.report.sold}of ${exported.report.stock} unit`);
  const lines = (await download('CSV')).trimEnd().split('\n');
  expect(lines[0]).toMatch(/^atMs,/);
  expect(lines).toHaveLength(exported.samples.length + 1);
});

test('a sale prints on one sheet, be it of one run or of four', async ({ page, rows }) => {
  const sales = await rows<{ id: number; runs: number }>(
    `SELECT MAX(first_run_id) AS id, runs
       FROM (SELECT first_run_id, COUNT(*) AS runs FROM simulation_runs
              WHERE report IS NOT NULL GROUP BY first_run_id) AS sale
      WHERE runs IN (1, 4) GROUP BY runs ORDER BY runs`,
  );
  expect(sales.map(({ runs }) => runs)).toEqual([1, 4]);
  for (const { id, runs } of sales) {
    await page.goto(`/sales/${id}`);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g), `pages of ${runs}`).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    const printed = page.getByTestId('printed');
    await expect(printed.getByRole('listitem')).toHaveCount(runs);
    await expect(printed.getByRole('row', { name: /^Buyers told no wrongly/ })).toBeVisible();
    await expect(printed.getByText(/don’t say how many buyers a server of yours would bear/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Run it again' })).toBeHidden();
    await page.emulateMedia({ media: null });
  }
});

test('the form leads to what a strategy sends, in the very texts', async ({ page }) => {
  await page.goto('/sales');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'What it sends: Redis scripts with repair' }).click();
  const other = await opened;
  const { statements, commands = [] } = strategies['redis-lua-compensated'];
  for (const { name, purpose } of [...commands, ...statements]) {
    await expect(other.getByText(name, { exact: true })).toBeVisible();
    await expect(other.getByText(purpose, { exact: true }).first()).toBeVisible();
  }
  const shown = await other.getByRole('figure').locator('code').allTextContents();
  expect(shown.map((text) => text.trimEnd())).toEqual([
    ...commands.map(({ text }) => text),
    ...statements.map(({ sql }) => sql),
  ]);
  await other.getByRole('link', { name: 'Units, blocking' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Units, blocking' })).toBeVisible();
  await expect(other.getByText('units_blocking.lock_units')).toBeVisible();
});

test('refuses bad inputs field by field and starts nothing', async ({ page, rows }) => {
  const before = await rows('SELECT COUNT(*) AS runs FROM simulation_runs');
  await page.goto('/sales');
  await page.getByText('All inputs').click();
  await page.getByLabel('Buyers, buyers').fill('20001');
  await page.getByLabel('Stock, units').fill('lots');
  await page.getByRole('button', { name: 'Start the sale' }).click();
  await expect(page.getByText('This has to be a whole number from 1 to 20,000 buyers.')).toBeVisible();
  await expect(page.getByText('This has to be a whole number from 1 to 500,000 units.')).toBeVisible();
  await expect(page.getByText('2 fields need another look.')).toBeVisible();
  await expect(page.getByLabel('Stock, units')).toHaveValue('lots');
  expect(await rows('SELECT COUNT(*) AS runs FROM simulation_runs')).toEqual(before);
});

test('stops on its button and says so; a second sale is refused while one goes on', async ({
  page,
  rows,
}) => {
  await beginSale(page, async () => {
    await page.goto('/sales');
    await page.getByText('All inputs').click();
    await page.getByLabel('Arrivals within, s').fill('120');
    await page.getByRole('button', { name: 'Start the sale' }).click();
  });
  const address = page.url();
  await expect(page.getByRole('region', { name: 'Where the buyers are' })).toBeVisible(LONG);

  await page.goto('/sales');
  await page.getByRole('button', { name: 'Start the sale' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Another sale is going on.' })).toBeVisible();

  await page.goto(address);
  const stopIt = async () => {
    await page.getByRole('button', { name: 'Stop the sale' }).click();
    await expect(page.getByText('This run was stopped; what was left has been judged.')).toBeVisible(LONG);
  };
  await stopIt();

  // Run again it has the same buyers: every input is the same, the seed among them.
  await page.getByRole('button', { name: 'Run it again' }).click();
  await page.waitForURL((url) => /\/sales\/\d+$/.test(url.pathname) && !address.endsWith(url.pathname));
  const inputsOf = (url: string) =>
    rows('SELECT inputs FROM simulation_runs WHERE first_run_id = ? ORDER BY run_id', [
      Number(/\d+$/.exec(new URL(url).pathname)),
    ]);
  expect(await inputsOf(page.url())).toEqual(await inputsOf(address));
  await stopIt();
  expect(
    await rows(`SELECT COUNT(*) AS open FROM simulation_runs WHERE state IN ('selling', 'queued')`),
  ).toEqual([{ open: 0 }]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`has no accessibility violations and fits 360 px, ${colorScheme}`, async ({ page, rows }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 360, height: 780 });
    const [judged] = await rows<{ id: number }>(
      'SELECT MIN(first_run_id) AS id FROM simulation_runs WHERE report IS NOT NULL',
    );
    for (const path of ['/sales', `/sales/${judged?.id}`, '/sales/strategies/redis-lua-compensated']) {
      await page.goto(path);
      expect(await accessibilityFaults(page)).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, path).toBe(0);
    }
  });
}

test('a sale that records its statements shows on the panel what the hold of a unit sent; one that does not says how', async ({
  page,
}) => {
  const sellRecorded = async (recorded: 'yes' | 'no'): Promise<string> => {
    await beginSale(page, async () => {
      await page.goto('/sales');
      await page.getByText('All inputs').click();
      await page.getByLabel('Buyers, buyers').fill('30');
      await page.getByLabel('Stock, units').fill('12');
      await page.getByLabel('Record statements').selectOption({ label: recorded });
      await page.getByRole('checkbox', { name: /^Read, then write/ }).press('Space');
      await page.getByRole('button', { name: 'Start the sale' }).click();
    });
    await expect(verdictOf(page)).toBeVisible(LONG);
    return /\/sales\/(\d+)/.exec(page.url())?.[1] ?? '';
  };
  const lifeOfASoldUnit = async (runId: string): Promise<Locator> => {
    await page.goto(`/live?shop=1&run=${runId}`);
    await page.getByTestId('level-1001:1').getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[data-testid^="unit-"][data-state="sold"]').first().click();
    return dialog.getByRole('region', { name: /^Unit \d+$/ });
  };
  const recorded = await lifeOfASoldUnit(await sellRecorded('yes'));
  await expect(recorded).toContainText('Claimed: sold');
  await recorded.getByText(/^checkout, connection \d+: \d+ packets$/).click();
  await expect(recorded).toContainText('reserve.open_reservation');
  await expect(recorded).toContainText('claim.claim_reservation');
  await expect(recorded).toContainText('Statements are as the run recorded them.');
  expect(await accessibilityFaults(page, '[role=dialog]')).toEqual([]);
  const other = await lifeOfASoldUnit(await sellRecorded('no'));
  await expect(other).toContainText('npm run sale -- --record-statements on');
  await expect(other.getByText(/connection \d+: \d+ packets/)).toHaveCount(0);
});
