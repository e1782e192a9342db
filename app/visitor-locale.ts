/**
 * The locale of whoever asks, known everywhere on the server while a request is answered. Pages are drawn twice on the
 * server, once as server components and once as the HTML of the client's, and only the async context of the request is
 * shared by both: it is entered when Node announces the request, before anything of it runs.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

const locales = new AsyncLocalStorage<string | undefined>();

/** From now on each request of this process is answered in its visitor's locale. */
export function followVisitorLocales(): void {
  if (globalThis.localeOfRequest) return;
  globalThis.localeOfRequest = () => locales.getStore();
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    locales.enterWith(localeIn(request.headers['accept-language']));
  });
}

/**
 * The language of an Accept-Language header that the visitor likes best and this server can write:
 * "tlh, de-AT;q=0.9, en;q=0.5" → de-AT. Undefined for none. Digits are the ones that the text around is read with, and they
 * are named in the answer, as browsers and servers differ in what is usual: "ar-EG-u-nu-latn".
 */
export function localeIn(header: string | undefined): string | undefined {
  if (!header || header.length > 500) return undefined;
  const wishes = header.split(',').flatMap((part) => {
    const [tag = '', ...parameters] = part.trim().split(/\s*;\s*/);
    const quality = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1);
    return quality > 0 ? [{ tag, quality }] : [];
  });
  for (const { tag } of wishes.toSorted((a, b) => b.quality - a.quality)) {
    // A tag is letters, digits and dashes; what Intl can't read would throw.
    if (!/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(tag)) continue;
    const locale = tag.replace(/-[a-z0-9]-.*$/i, '');
    if (Intl.NumberFormat.supportedLocalesOf(locale).length > 0) {
      return new Intl.Locale(locale, { numberingSystem: 'latn' }).toString();
    }
  }
  return undefined;
}
