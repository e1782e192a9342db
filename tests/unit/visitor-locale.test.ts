import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { followVisitorLocales, localeIn } from '@/app/visitor-locale';
import { formatDateTime, formatMoney } from '@/components/format';

it('takes the language that is liked best and can be written', () => {
  expect(localeIn('de-AT,de;q=0.9,en;q=0.5')).toBe('de-AT-u-nu-latn');
  expect(localeIn('en;q=0.5, fr-CH')).toBe('fr-CH-u-nu-latn');
  expect(localeIn('tlh, nonsense!, ja;q=0.1')).toBe('ja-u-nu-latn');
  expect(localeIn('de;q=0, en-US')).toBe('en-US-u-nu-latn');
});

it('leaves out wishes for calendars and digits, and takes no harm from what is no language', () => {
  expect(localeIn('ar-EG-u-nu-arab')).toBe('ar-EG-u-nu-latn');
  for (const header of [undefined, '', '*', '<script>', '-', 'x'.repeat(10_000), 'de-;q=1', ';;,,']) {
    expect(localeIn(header)).toBeUndefined();
  }
});

it('writes each of many answers in the locale of its own request, on one connection and on several', async () => {
  followVisitorLocales();
  const at = new Date('2026-09-12T14:03:05Z');
  const server = createServer(async (_request, response) => {
    // Others come in between.
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    response.end(`${formatMoney(123_400, 'EUR')} ${formatDateTime(at)}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (language: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}`, { headers: { 'accept-language': language } });
    return (await answer.text()).replace(/\s/g, ' ');
  };
  const wanted = new Map([
    ['de-DE', '1.234,00 € 12. Sept. 2026, 14:03:05 UTC'],
    ['en-US', '€1,234.00 Sep 12, 2026, 02:03:05 PM UTC'],
    ['en-GB', '€1,234.00 12 Sept 2026, 14:03:05 UTC'],
    ['*', '€1,234.00 12 Sept 2026, 14:03:05 UTC'],
  ]);
  const languages = Array.from({ length: 40 }, (_, index) => [...wanted.keys()][index % wanted.size] ?? '');
  const answers = await Promise.all(languages.map(ask));
  expect(answers).toEqual(languages.map((language) => wanted.get(language)));
  server.close();
  await once(server, 'close');
  // Outside of a request nobody asks.
  expect(formatMoney(123_400, 'EUR')).toBe('€1,234.00');
});
