/** A roll-out from its page: pods, a step, what others see of it, a stop that takes the pod back, and going on. */
import { expectAccessible } from '@/tests/support/admin-pages';
import { expect, test } from '@/tests/support/playwright';

test('a pod goes forward with one click, is watched by the worker, and a stop takes it back', async ({
  page,
  context,
  makeStore,
  rows,
}) => {
  test.slow();
  const quiet = await makeStore();
  const busy = await makeStore();
  const statesOf = async () => {
    const found = await rows<{ state: string }>(
      'SELECT state FROM shop_truths WHERE shop_id IN (?, ?) ORDER BY shop_id',
      [quiet.shopId, busy.shopId],
    );
    return found.map(({ state }) => state);
  };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/admin/roll-out');
  await expect(page.getByText('There are no pods yet.')).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Shops go together').selectOption('list');
  await page.getByLabel('Numbers of shops, a pod to a line').fill('999999');
  await page.getByRole('button', { name: 'Make the pods' }).click();
  await expect(page.getByText('There is no shop 999999.')).toBeVisible();
  await page.getByLabel('Numbers of shops, a pod to a line').fill(`${quiet.shopId}\n${busy.shopId}`);
  await page.getByRole('button', { name: 'Make the pods' }).click();
  const pod = (n: number) =>
    page
      .getByRole('listitem')
      .filter({ hasText: `Pod ${n}` })
      .first();
  await expect(pod(2)).toContainText('arrived');

  // A shop that was never on Redis is taken there first.
  for (const n of [1, 2]) {
    await pod(n).getByRole('button', { name: 'Back to Redis only' }).click();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await expect(pod(n)).toContainText('resting');
  }
  await expect.poll(statesOf).toEqual(['redis', 'redis']);

  // Somebody else looks at the same page and is the slower one.
  const other = await context.newPage();
  await other.goto('/admin/roll-out');
  await page.getByLabel('Errors, %').fill('1000');
  await page.getByRole('button', { name: 'Save thresholds' }).click();
  await expect(page.getByText('From 0 to 100.')).toBeVisible();
  await page.getByLabel('Errors, %').fill('5');
  await page.getByRole('button', { name: 'Save thresholds' }).click();
  await expect(page.getByText('errorPercent 2 → 5')).toBeVisible();
  await other.getByLabel('Errors, %').fill('7');
  await other.getByRole('button', { name: 'Save thresholds' }).click();
  await expect(other.getByText(/has changed the roll-out meanwhile/)).toBeVisible();

  await page.getByRole('button', { name: 'On to Shadow' }).first().click();
  await expect(pod(1)).toContainText(/watched, \d+:\d\d left/);
  await expect(pod(2)).toContainText('waits for pod 1');
  expect(await statesOf()).toEqual(['shadow', 'redis']);
  // Without being touched, the other page sees it too, and what the worker measures.
  await expect(other.getByText(/watched, \d+:\d\d left/)).toBeVisible();
  await expect(other.getByText('pod 1, now')).toBeVisible();
  // A message that fades has no contrast to measure.
  await expect(page.getByText('Pod 1 to Shadow. 1 of 1 shop is there.')).toBeHidden();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);

  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('The roll-out is stopped')).toBeVisible();
  await expect.poll(statesOf).toEqual(['redis', 'redis']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('The roll-out is stopped')).toBeHidden();
});
