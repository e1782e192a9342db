/**
 * The lab in a browser: what its page shows is what the server lists. Nobody else opens labs on this server meanwhile, since these
 * are the only tests that do, and those of one file run one after another.
 */
import { chromium, type Page } from '@playwright/test';
import { nextCommand } from '@/db/launch/build';
import { startChild } from '@/db/launch/children';
import { freePort } from '@/db/server/ports';
import { pasteText } from '@/lab/copy-sql';
import { limits } from '@/lab/limits';
import { scenarios } from '@/lab/scenarios/all';
import { accessibilityFaults } from '@/tests/support/accessibility';
import { chromiumArguments, findChromium } from '@/tests/support/chromium';
import {
  doStep,
  drawing,
  listedLocks,
  listedWaits,
  openScenario,
  progress,
  readLeavings,
  readServerLocks,
  stepButton,
  steppedScenario,
} from '@/tests/support/lab-pages';
import { expect, readState, test } from '@/tests/support/playwright';

/** A page that is left says so; one whose context is torn down at once leaves its lab to the clean-up. */
test.afterEach(async ({ page }) => {
  if (!page.isClosed()) await page.goto('about:blank');
});

test('lists every scenario with its claim, by topic, and leads to it', async ({ page }) => {
  await page.goto('/lab');
  for (const { id, title } of scenarios) {
    await expect(page.getByRole('link', { name: title })).toHaveAttribute('href', `/lab/${id}`);
  }
  await page.getByRole('link', { name: steppedScenario('skip-locked').title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'SKIP LOCKED gives the second buyer other units',
  );
});

for (const id of ['quantity-row', 'skip-locked', 'repeatable-read-supremum']) {
  test(`${id}: after every step the page shows the locks that the server lists and the scenario claims`, async ({
    page,
    rows,
  }) => {
    const { steps, conclusion } = steppedScenario(id);
    await openScenario(page, id);
    for (const [place, step] of steps.entries()) {
      await doStep(page, place + 1);
      await expect(page.getByText(step.explanation)).toBeVisible();
      const listed = await listedLocks(page);
      expect(listed).toEqual([...step.expect.locks].sort());
      const onServer = (await rows<{ line: string }>(readServerLocks)).map(({ line }) => line).sort();
      expect(listed.map((line) => line.replace(/^T\d /, '')).sort()).toEqual(onServer);
      expect(await listedWaits(page)).toEqual([...(step.expect.waits ?? [])].sort());
    }
    await expect(page.getByText(conclusion)).toBeVisible();
    await expect(page.getByText('This server did something else than the scenario says.')).toHaveCount(0);
    await expect(stepButton(page)).toBeDisabled();
  });
}

test('draws each lock on the record or gap that it is on, in the lane of its session', async ({ page }) => {
  await openScenario(page, 'repeatable-read-supremum', 2);
  expect(await drawing(page, 'available_units', 'PRIMARY')).toEqual([
    '1: T1 X record',
    'the gap before it: T1 X gap',
    '2: T1 X record',
    'behind the last supremum: T1 X gap, T2 insert waiting',
  ]);
  await openScenario(page, 'skip-locked', 3);
  expect(await drawing(page, 'available_units', 'PRIMARY')).toEqual([
    '1: T1 X record',
    '2: T1 X record',
    '3: T2 X record',
    '4: T2 X record',
    '5: T3 X record',
    '6: ',
    'behind the last supremum: ',
  ]);
});

test('a prediction is answered by the server, right or wrong', async ({ page }) => {
  const { steps } = steppedScenario('skip-locked');
  const asked = steps.findIndex(({ question }) => question);
  const { ask, options } = steps[asked]?.question ?? { ask: '', options: [] };
  await openScenario(page, 'skip-locked', asked);
  await expect(page.getByText(ask)).toBeVisible();
  await page.getByRole('radio', { name: options[0]?.text }).check();
  await doStep(page, asked + 1);
  await expect(page.getByText(`you said: ${options[0]?.text}`)).toBeVisible();

  await page.getByRole('button', { name: 'Back to start' }).click();
  await expect(progress(page)).toHaveText(/^\d+ steps$/);
  for (let number = 1; number <= asked; number += 1) await doStep(page, number);
  await page.getByRole('radio', { name: options[1]?.text }).check();
  await doStep(page, asked + 1);
  await expect(page.getByText('as you said')).toBeVisible();
});

test('everything works by keyboard alone', async ({ page }) => {
  await page.goto('/lab');
  const link = page.getByRole('link', { name: steppedScenario('skip-locked').title });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused({ timeout: 50 });
  }).toPass({ intervals: [0] });
  await page.keyboard.press('Enter');
  await expect(progress(page)).toHaveText('5 steps');

  await page.keyboard.press('s');
  await expect(progress(page)).toHaveText('Step 1 of 5');
  await page.keyboard.press('2');
  await expect(page.getByRole('radio', { name: 'He gets two other units' })).toBeChecked();
  // A presenter's remote sends Page Down.
  await page.keyboard.press('PageDown');
  await expect(progress(page)).toHaveText('Step 2 of 5');
  await expect(page.getByText('as you said')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { name: 'After step 1' })).toBeVisible();
  expect(await listedLocks(page)).toHaveLength(3);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'After step 2' })).toBeVisible();
  await page.keyboard.press('e');
  await expect(progress(page)).toHaveText('Step 5 of 5');
  await page.keyboard.press('r');
  await expect(progress(page)).toHaveText('5 steps');

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeHidden();
  await page.keyboard.press('f');
  await expect(page.getByLabel('SQL for T1')).toBeFocused();
  await page.keyboard.type('SELECT COUNT(*) AS pool FROM available_units');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('pool: 6')).toBeVisible();
  await expect(progress(page)).toHaveText('5 steps');
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await expect(progress(page)).toHaveText('Step 1 of 5');
});

test('an address leads to its step, and the address follows the steps', async ({ page }) => {
  await openScenario(page, 'quantity-row', 2);
  await expect(page.getByText('waits for T1').first()).toBeVisible();
  await doStep(page, 3);
  await expect(page).toHaveURL(/[?&]step=3$/);
  await page.reload();
  await expect(progress(page)).toHaveText(/^Step 3 of/);
  await page.goto('/lab/isolation-phantom-serializable?step=2');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Phantom under SERIALIZABLE');
  await expect(progress(page)).toHaveText('Step 2 of 4');
  const missing = await page.goto('/lab/no-such-scenario');
  expect(missing?.status()).toBe(404);
});

test('free play sends what is allowed, says why not else, and Back to start undoes it', async ({ page }) => {
  await openScenario(page, 'skip-locked');
  await page.getByRole('button', { name: 'Free play' }).click();
  const panel = page.getByRole('region', { name: 'Free play' });
  const send = async (session: string, sql: string) => {
    await panel.getByLabel(`SQL for ${session}`).fill(sql);
    await panel.getByRole('button', { name: `Send to ${session}` }).click();
  };
  await send('T1', 'SELECT id FROM available_units ORDER BY id LIMIT 1 FOR UPDATE');
  await expect(page.getByText('id: 1')).toBeVisible();
  await send('T2', 'DELETE FROM available_units');
  await expect(page.getByText('waits for T1').first()).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Send to T2' })).toBeDisabled();
  for (const [sql, reason] of [
    ["LOAD DATA INFILE '/etc/passwd' INTO TABLE available_units", 'The lab has no files.'],
    ['SET GLOBAL max_connections = 1', 'A global setting belongs to everybody'],
    ['SELECT 1; SELECT 2', 'One statement at a time'],
    ['SELECT * FROM mysql.user', "The sandbox's user reaches its own schema and nothing else"],
  ] as const) {
    await send('T3', sql);
    await expect(panel.getByRole('alert')).toContainText(reason);
  }
  await page.getByRole('button', { name: 'Back to start' }).click();
  await expect(progress(page)).toHaveText('5 steps');
  await expect.poll(() => listedLocks(page)).toEqual([]);
});

test('hands out the scenario as SQL, block by block', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openScenario(page, 'quantity-row');
  await page.getByRole('button', { name: 'Copy as SQL' }).click();
  const dialog = page.getByRole('dialog', { name: 'In mysql clients of your own' });
  await dialog.getByRole('button', { name: 'Copy all of it' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(pasteText(steppedScenario('quantity-row')));
});

test('runs the sixteen cells of the isolation matrix on the server', async ({ page }) => {
  await page.goto('/lab/isolation-matrix');
  await page.getByRole('button', { name: 'Run all 16' }).click();
  await expect(page.getByText('16 of 16 run')).toBeVisible({ timeout: 30_000 });
  const matrix = scenarios.find(({ kind }) => kind === 'matrix');
  for (const { scenario, verdict } of matrix?.kind === 'matrix' ? matrix.cells : []) {
    await expect(page.locator(`[data-cell=${scenario.id}]`)).toHaveText(verdict);
  }
});

test('the hand-out has room for answers, or the answers', async ({ page }) => {
  await page.goto('/lab/skip-locked/hand-out');
  const [, second] = steppedScenario('skip-locked').steps;
  await expect(page.getByText(second?.question?.ask ?? '')).toBeVisible();
  await expect(page.getByText(second?.explanation ?? '')).toHaveCount(0);
  await page.getByRole('link', { name: 'With answers' }).click();
  await expect(page.getByText(second?.explanation ?? '')).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`has no accessibility violations and fits 360 px, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 360, height: 780 });
    const look = async (where: string) => {
      expect(await accessibilityFaults(page), where).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, where).toBe(0);
    };
    for (const path of ['/lab', '/lab/isolation-matrix', '/lab/skip-locked/hand-out?answers=1']) {
      await page.goto(path);
      await look(path);
    }
    await openScenario(page, 'opposite-order', 3);
    await look('a wait');
    await page.getByRole('button', { name: 'Free play' }).click();
    await look('free play');
    await doStep(page, 4);
    await look('a deadlock');
    await page.getByRole('button', { name: 'Keys' }).click();
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
    await look('keys');
  });
}

test('the visitor who finds all places taken is told to wait, and gets in when somebody leaves', async ({
  page,
  playwright,
  baseURL,
}) => {
  const others = await Promise.all(
    Array.from({ length: limits.labs }, () => playwright.request.newContext({ baseURL })),
  );
  const opened = await Promise.all(
    others.map((visitor) => visitor.post('/api/lab', { data: { scenario: 'skip-locked' } })),
  );
  // Other tests may have taken a place or two before.
  const inside = opened.flatMap((answer, place) => (answer.status() === 200 ? [place] : []));
  const close = async (place: number) => {
    const answer = await opened[place]?.json();
    await others[place]?.post(`/api/lab/${answer.lab.id}`, { data: { do: 'close' } });
  };
  try {
    expect(
      opened.map((answer) => answer.status()).filter((status) => status !== 200 && status !== 503),
    ).toEqual([]);
    expect(inside.length).toBeGreaterThan(limits.labs / 2);
    await page.goto('/lab/skip-locked');
    await expect(page.getByText('All places in the lab are taken')).toBeVisible();
    await expect(stepButton(page)).toBeDisabled();
    await close(inside[0] ?? 0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(progress(page)).toHaveText('5 steps');
  } finally {
    await Promise.all(inside.slice(1).map(close));
    await Promise.all(others.map((visitor) => visitor.dispose()));
  }
});

/** Opens the page of a scenario in which somebody waits, and says which lab it has. */
async function openWait(page: Page, origin: string): Promise<string> {
  const opening = page.waitForResponse(
    (response) => response.url().endsWith('/api/lab') && response.request().method() === 'POST',
  );
  await page.goto(`${origin}/lab/quantity-row?step=2`);
  const { lab } = await (await opening).json();
  await expect(page.getByText('waits for T1').first()).toBeVisible();
  return lab.id;
}

/** What of sandboxes is there and wasn't before: a lab of an earlier test may still be on its way out. */
async function leavingsFromNowOn(
  rows: (sql: string) => Promise<unknown[]>,
): Promise<() => Promise<string[]>> {
  const list = async () => ((await rows(readLeavings)) as { what: string }[]).map(({ what }) => what);
  const before = new Set(await list());
  return async () => (await list()).filter((what) => !before.has(what));
}

test('leaves nothing behind when the page is closed, in the middle of a wait', async ({
  page,
  rows,
  baseURL,
}) => {
  const leavings = await leavingsFromNowOn(rows);
  await openWait(page, baseURL ?? '');
  expect((await leavings()).length).toBe(4);
  await page.close();
  await expect.poll(leavings).toEqual([]);
});

test('leaves nothing behind when the browser is killed, in the middle of a wait', async ({
  rows,
  hook,
  baseURL,
}) => {
  const doomed = await chromium.launchServer({ executablePath: findChromium(), args: chromiumArguments() });
  const browser = await chromium.connect(doomed.wsEndpoint());
  const leavings = await leavingsFromNowOn(rows);
  const labId = await openWait(await browser.newPage(), baseURL ?? '');
  await doomed.kill();
  // A schema, a user, and two sessions, one of which waits for the other.
  expect((await leavings()).length).toBe(4);
  expect(await hook('forget-browser', { labId })).toEqual({ isKnown: true });
  await expect.poll(leavings, { timeout: 30_000 }).toEqual([]);
});

test('leaves nothing behind when the web server is asked to end, in the middle of a wait', async ({
  page,
  rows,
}) => {
  const port = await freePort();
  const lines: string[] = [];
  const web = await startChild('web server', [...nextCommand, 'start', '-H', '127.0.0.1', '-p', `${port}`], {
    env: { ...process.env, DATABASE_URL: readState().databaseUrl, NODE_ENV: 'production' },
    onLine: (line) => lines.push(line),
    graceMs: 20_000,
  });
  await expect.poll(() => lines.join('\n'), { timeout: 30_000 }).toContain('Ready');
  const leavings = await leavingsFromNowOn(rows);
  await openWait(page, `http://127.0.0.1:${port}`);
  expect((await leavings()).length).toBe(4);
  await web.end();
  expect(await leavings()).toEqual([]);
});
