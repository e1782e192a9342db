'use client';
import { useEffect, useState } from 'react';

export type Answer<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'read'; readonly value: T }
  | { readonly state: 'failed'; readonly message: string };

/** What an address answers as JSON; asked again when the address changes, and every `everyMs` if given. */
export function useAnswer<T>(url: string | null, everyMs?: number): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ state: 'loading' });
  useEffect(() => {
    if (url === null) return;
    const ending = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const address = url;
    async function ask() {
      try {
        const response = await fetch(address, { signal: ending.signal, cache: 'no-store' });
        const body = await response.json();
        if (!response.ok) throw new Error(body.message ?? `the server answered ${response.status}`);
        setAnswer({ state: 'read', value: body as T });
      } catch (error) {
        if (ending.signal.aborted) return;
        setAnswer({ state: 'failed', message: (error as Error).message });
      }
      if (everyMs && !ending.signal.aborted) timer = setTimeout(ask, everyMs);
    }
    setAnswer({ state: 'loading' });
    void ask();
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [url, everyMs]);
  return answer;
}
