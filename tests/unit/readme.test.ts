import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { engineStatements } from '@/engine/index';

it('the README shows its three statements as they are run', () => {
  const readme = readFileSync('README.md', 'utf8');
  const shown = [...readme.matchAll(/```sql\n([\s\S]*?)\n```/g)].map(([, sql]) => sql);
  const names = ['reserve.lock_units', 'reserve.take_units', 'claim.claim_reservation'];
  expect(shown).toEqual(
    names.map((name) => engineStatements.find((statement) => statement.name === name)?.sql),
  );
});
