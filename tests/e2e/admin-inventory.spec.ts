import { readFile } from 'node:fs/promises';
import { expectAccessible, holdUnits, openChange, openItem } from '@/tests/support/admin-pages';
import { expect, test } from '@/tests/support/playwright';

const five = { products: [{ title: 'Lamp', stock: { Berlin: 5 } }] };

test('B6: a merchant who takes away held units is refused with the numbers, and what is done can be undone', async ({
  page,
  makeStore,
}) => {
  const store = await makeStore(five);
  await openItem(page, store);
  // The hold arrives after the page was read.
  await holdUnits(store, 3);
  await openChange(page, 'Berlin', 'Adjust with a reason');
  const dialog = page.getByRole('dialog', { name: 'Adjust stock in Berlin' });
  await dialog.getByLabel('Units more, or fewer with a minus').fill('-3');
  await dialog.getByRole('button', { name: 'Adjust' }).click();
  await expect(dialog.getByText('Say why: the ledger keeps it.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Damaged');
  await dialog.getByRole('button', { name: 'Adjust' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Refused: 3 of the 5 on hand in Berlin are held, so at most 2 can go.',
  );
  await expectAccessible(page);
  await expect(dialog.getByLabel('Reason')).toHaveValue('Damaged');
  await dialog.getByLabel('Units more, or fewer with a minus').fill('-2');
  await dialog.getByRole('button', { name: 'Adjust' }).click();
  await expect(page.getByText('2 units removed. 3 units on hand in Berlin now.')).toBeVisible();

  const ledger = page.getByRole('table', { name: 'Ledger entries, newest first' });
  await expect(ledger.getByRole('row').nth(1)).toContainText('Damaged');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone. 5 units on hand in Berlin now.')).toBeVisible();
  await expect(ledger.getByRole('row').nth(1)).toContainText('Undone: 2 units removed (Damaged)');
});

test('the second of two people who count is told what the first one did', async ({
  page,
  context,
  makeStore,
}) => {
  const store = await makeStore(five);
  const other = await context.newPage();
  for (const one of [page, other]) {
    await openItem(one, store);
    await openChange(one, 'Berlin', 'Set a count');
  }
  const count = async (one: typeof page, units: string) => {
    await one.getByLabel('Units counted, held ones included').fill(units);
    await one.getByRole('button', { name: 'Set count' }).click();
  };
  await count(page, '7');
  await expect(page.getByText('Count set. 7 units on hand in Berlin now.')).toBeVisible();
  await count(other, '4');
  await expect(other.getByRole('dialog', { name: 'Set a count in Berlin' }).getByRole('alert')).toContainText(
    'On hand in Berlin went from 5 to 7 (+2 adjusted) while this form was open.',
  );
  await other.getByRole('button', { name: 'Set count' }).click();
  await expect(other.getByText('Count set. 4 units on hand in Berlin now.')).toBeVisible();
});

test('the list is searched, filtered, sorted and paged through its address', async ({ page, makeStore }) => {
  const products = Array.from({ length: 60 }, (_, index) => ({
    title: `Thing ${String(index).padStart(2, '0')}`,
    stock: { Berlin: index },
  }));
  const store = await makeStore({ products });
  await page.goto(`/admin/${store.slug}/inventory`);
  const table = page.getByRole('table', { name: 'Stock by item and location' });
  await expect(page.getByText('1 to 50 of 60 levels')).toBeVisible();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText('51 to 60 of 60 levels')).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(11);

  await table.getByRole('link', { name: 'On hand' }).click();
  await expect(page).toHaveURL(/sort=onHand/);
  await expect(table.getByRole('columnheader', { name: 'On hand' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(table.getByRole('row').nth(1)).toContainText('Thing 00');
  await table.getByRole('link', { name: 'On hand' }).click();
  await expect(table.getByRole('row').nth(1)).toContainText('Thing 59');

  await page.getByLabel('Stock', { exact: true }).selectOption({ label: 'Nothing available' });
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('1 to 1 of 1 level')).toBeVisible();
  await page.getByLabel('Product or SKU').fill('Thing 3');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing matches.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear search and filters' }).click();
  await expect(page.getByText('1 to 50 of 60 levels')).toBeVisible();
  await page.getByLabel('Product or SKU').fill('thing 3');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 to 10 of 10 levels')).toBeVisible();
  await expectAccessible(page);
});

test('the ledger is narrowed by reason and reference, and comes as a file', async ({ page, makeStore }) => {
  const store = await makeStore(five);
  await openItem(page, store);
  for (const [units, why] of [
    ['3', '=SUM(A1)'],
    ['-1', 'Damaged, "wet"'],
  ] as const) {
    await openChange(page, 'Berlin', 'Adjust with a reason');
    await page.getByLabel('Units more, or fewer with a minus').fill(units);
    await page.getByLabel('Reason').fill(why);
    await page.getByRole('button', { name: 'Adjust', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Adjust stock in Berlin' })).toBeHidden();
  }
  await page.getByRole('link', { name: 'Filter and export' }).click();
  const table = page.getByRole('table', { name: 'Ledger entries, newest first' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await page.getByLabel('Reason').selectOption('adjusted');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(table.getByRole('row')).toHaveCount(3);
  await expectAccessible(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await (await downloading).path();
  const [head, ...lines] = (await readFile(file, 'utf8')).trim().split('\r\n');
  expect(head).toBe('time_utc,sku,location,reason,units,who,why,reference');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain(",Berlin,adjusted,3,Merchant,'=SUM(A1),");
  expect(lines[1]).toContain(',Berlin,adjusted,-1,Merchant,"Damaged, ""wet""",');

  await table.getByRole('link').first().click();
  await expect(page).toHaveURL(/reference=/);
  await expect(table.getByRole('row')).toHaveCount(2);
});

test("another shop's item is a page that isn't there, and its ledger no file", async ({
  page,
  makeStore,
  request,
}) => {
  const [mine, other] = [await makeStore(five), await makeStore(five)];
  const foreign = `/admin/${mine.slug}/inventory/${other.products[0]?.inventoryItemId}`;
  const first = await page.goto(foreign);
  const isShared = mine.products[0]?.inventoryItemId === other.products[0]?.inventoryItemId;
  expect(first?.status()).toBe(isShared ? 200 : 404);
  expect((await page.goto(`/admin/${mine.slug}/inventory/987654321`))?.status()).toBe(404);
  await expect(page.getByText('Not here.')).toBeVisible();
  expect((await request.get(`/admin/${mine.slug}/inventory/987654321/ledger/export`)).status()).toBe(404);
});
