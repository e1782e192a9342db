import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { testCards } from '@/checkout/gateway/cards';

it('lists every test card with what it does, and no other', () => {
  const text = readFileSync('docs/shop.md', 'utf8');
  const rows = [...text.matchAll(/^\| (\d{4} \d{4} \d{4} \d{4}) \| (.+?) +\|$/gm)].map(
    ([, number, effect]) => ({
      number: number?.replaceAll(' ', ''),
      effect,
    }),
  );
  expect(rows).toEqual(testCards.map(({ number, effect }) => ({ number, effect })));
});
