/** docs/cases.md and the tests name each other: no case without a line, no line that names a test which doesn't replay it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ids = [
  'A1 A2 A4 A6 A7 A9 A11 A12 A14 A16 A17 A19 A21 A22 A24 A26 A27 A29 A31 A32 A34 A36 A37 A39',
  'B1 B2 B4 B6 B7 B9 B11 B12 B14 B16 B17 B19 B21 B22',
  'C1 C2 C4 C6 C7 C9 C11 C12 C14 C16 C17 C19 C21 C22 C24 C26 C27 C29',
  'D1 D2 D4 D6 D7 D9 D11 D12 D14 D16 D17 D19 D21',
  'E1 E2 E4 E6 E7 E9 E11 E12 E14',
  'F1 F2 F4 F6 F7 F9 F11 F12',
].flatMap((group) => group.split(' '));

const FOLDERS = 'checkout|db|e2e|engine|lab|legacy|live|merchant|simulator|unit';
const idPattern = /\b[A-F]\d{1,2}\b/g;

/** Ids of a row, and the tests that it names, as in "engine/reserve". */
const rows = readFileSync('docs/cases.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| [A-F]\d/.test(line))
  .map((line) => {
    const [, first = '', , where = ''] = line.split('|');
    return {
      ids: [...first.matchAll(idPattern)].map(([id]) => id),
      tests: [...where.matchAll(new RegExp(`\\b(?:${FOLDERS})/[a-z-]+`, 'g'))].map(([name]) => name),
    };
  });

function fileOf(test: string): string | undefined {
  return [`tests/${test}.test.ts`, `tests/${test}.spec.ts`].find((path) => existsSync(path));
}

/** Ids in the names of the tests of a file: they stand before a colon. */
function idsIn(path: string): Set<string> {
  const names = readFileSync(path, 'utf8').matchAll(/['"`]((?:[A-F]\d{1,2}(?:, )?)+): /g);
  return new Set([...names].flatMap(([, list = '']) => list.match(idPattern) ?? []));
}

describe('docs/cases.md', () => {
  it('has a line for each case', () => {
    expect(new Set(rows.flatMap((row) => row.ids))).toEqual(new Set(ids));
  });

  it.each(rows.map((row) => [row.ids.join(', '), row] as const))('%s: its tests are there', (_, row) => {
    for (const test of row.tests) {
      const file = fileOf(test);
      expect(file, test).toBeDefined();
      const found = idsIn(file ?? '');
      expect(
        row.ids.filter((id) => found.has(id)),
        `ids in the names of ${file}`,
      ).not.toEqual([]);
    }
  });

  it('names every test that carries a case', () => {
    const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.(test|spec)\.ts$/.test(path),
    );
    expect(files.length).toBeGreaterThan(50);
    const missing = files.flatMap((file) => {
      const test = file.replace(/\.(test|spec)\.ts$/, '');
      return [...idsIn(`tests/${file}`)]
        .filter((id) => !rows.some((row) => row.ids.includes(id) && row.tests.includes(test)))
        .map((id) => `${id} in ${test}`);
    });
    expect(missing).toEqual([]);
  });
});
