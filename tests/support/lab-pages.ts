/** Reads a scenario's page as a person does, and the server behind it. */
import { expect, type Locator, type Page } from '@playwright/test';
import { lockLine, type SteppedScenario } from '@/lab/scenario';
import { scenarios } from '@/lab/scenarios/all';

export function steppedScenario(id: string): SteppedScenario {
  const found = scenarios.find((scenario) => scenario.id === id);
  if (found?.kind !== 'stepped') throw new Error(`no stepped scenario ${id}`);
  return found;
}

export const stepButton = (page: Page): Locator => page.getByRole('button', { name: 'Step', exact: true });

/** Opens a scenario and waits until it has taken the steps that its address asks for. */
export async function openScenario(page: Page, id: string, step = 0): Promise<void> {
  await page.goto(step > 0 ? `/lab/${id}?step=${step}` : `/lab/${id}`);
  await expect(progress(page)).toHaveText(step > 0 ? new RegExp(`^Step ${step} of`) : /^\d+ steps$/);
  await expect(stepButton(page)).toBeEnabled();
}

export const progress = (page: Page): Locator => page.getByTestId('progress');

/** Does one step and waits for its answer. */
export async function doStep(page: Page, number: number): Promise<void> {
  await stepButton(page).click();
  await expect(progress(page)).toHaveText(new RegExp(`^Step ${number} of`));
}

/** Rows of data_locks on the page, as lines, sorted. */
export async function listedLocks(page: Page): Promise<string[]> {
  const rows = await page
    .getByRole('table', { name: /^Rows of data_locks/ })
    .locator('tbody tr')
    .evaluateAll((lines) =>
      lines.map((line) => [...line.querySelectorAll('td')].map((td) => td.textContent)),
    );
  const orNull = (text = '') => (text === 'NULL' ? null : text);
  return rows
    .filter((cells) => cells.length > 1)
    .map(([session = '', table = '', index, mode = '', status, data]) =>
      lockLine({
        session,
        table,
        index: orNull(index),
        mode,
        data: orNull(data),
        isWaiting: status === 'WAITING',
      }),
    )
    .sort();
}

/** Rows of data_lock_waits on the page, in words, sorted. */
export async function listedWaits(page: Page): Promise<string[]> {
  const rows = await page
    .getByRole('table', { name: /^Rows of data_lock_waits/ })
    .locator('tbody tr')
    .evaluateAll((lines) =>
      lines.map((line) => [...line.querySelectorAll('td')].map((td) => td.textContent)),
    );
  return rows
    .filter((cells) => cells.length > 1)
    .map(([waiting, blocking]) => `${waiting} waits for ${blocking}`)
    .sort();
}

/** The drawing of an index, a line a place from top to bottom: `2: T1 X record, T2 X record waiting`. */
export async function drawing(page: Page, table: string, index: string): Promise<string[]> {
  const rows = await page
    .getByRole('table', { name: `Locks on ${table}, index ${index}` })
    .locator('tbody tr')
    .evaluateAll((lines) =>
      lines.map((line) => ({
        place: line.querySelector('th')?.textContent.replace(/\s+/g, ' ').trim() ?? '',
        locks: [...line.querySelectorAll<HTMLElement>('[data-lock]')].map(({ dataset }) => dataset.lock),
      })),
    );
  return rows.map(({ place, locks }) => `${place}: ${locks.join(', ')}`);
}

/** What the server lists for all sandboxes, without the sessions' names, sorted. */
export const readServerLocks = `
  SELECT CONCAT(OBJECT_NAME, COALESCE(CONCAT('.', INDEX_NAME), ''), ' ', LOCK_MODE,
                COALESCE(CONCAT(' (', LOCK_DATA, ')'), ''), IF(LOCK_STATUS = 'WAITING', ' waiting', '')) AS line
    FROM performance_schema.data_locks
   WHERE OBJECT_SCHEMA LIKE 'lastunit\\_lab\\_%'`;

/** What is left of sandboxes: schemas, users, sessions. */
export const readLeavings = `
  SELECT CONCAT('schema ', SCHEMA_NAME) AS what FROM information_schema.SCHEMATA
   WHERE SCHEMA_NAME LIKE 'lastunit\\_lab\\_%'
   UNION ALL
  SELECT CONCAT('user ', User) FROM mysql.user WHERE User LIKE 'lastunit\\_lab\\_%'
   UNION ALL
  SELECT CONCAT('session ', PROCESSLIST_ID) FROM performance_schema.threads
   WHERE PROCESSLIST_DB LIKE 'lastunit\\_lab\\_%' OR PROCESSLIST_USER LIKE 'lastunit\\_lab\\_%'`;
