'use client';
/**
 * Keeps a server-rendered page true: asks `url` from time to time and whenever the visitor comes back (from another tab, by
 * Back, from sleep), and has the page rendered anew when the answer is no longer the one that it was rendered from.
 */
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

interface LiveRefreshProps {
  url: string;
  /** The answer that the page shows. */
  seen: string;
  everyMs: number;
}

export function LiveRefresh({ url, seen, everyMs }: LiveRefreshProps) {
  const router = useRouter();
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsking = false;

    async function look() {
      clearTimeout(timer);
      if (isAsking || document.visibilityState === 'hidden') return;
      isAsking = true;
      try {
        const response = await fetch(url, { signal, cache: 'no-store' });
        const answer = await response.text();
        if (response.ok && answer !== seen && !signal.aborted) router.refresh();
      } catch {
        // Offline, or the server is starting: the next look tells.
      } finally {
        isAsking = false;
        if (!signal.aborted) timer = setTimeout(look, everyMs);
      }
    }

    timer = setTimeout(look, everyMs);
    // A page restored by Back may be hours old.
    window.addEventListener('pageshow', look, { signal });
    window.addEventListener('focus', look, { signal });
    document.addEventListener('visibilitychange', look, { signal });
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [router, url, seen, everyMs]);
  return null;
}
