import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { statementsDocument } from '@/engine/statements-document';

it('docs/statements.md shows the statements that are run: npm run statements -- --markdown > docs/statements.md', () => {
  expect(readFileSync('docs/statements.md', 'utf8')).toBe(`${statementsDocument()}\n`);
});
