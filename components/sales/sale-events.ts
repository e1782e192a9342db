'use client';
/** The newest state of a sale, over one stream that is closed while nobody looks at the page. */
import { useEffect, useState } from 'react';
import type { LiveSale } from '@/simulator/index';

export type Connection = 'open' | 'connecting' | 'lost';

export function useSaleEvents(initial: LiveSale): { sale: LiveSale; connection: Connection } {
  const [sale, setSale] = useState(initial);
  const [connection, setConnection] = useState<Connection>('connecting');
  const { firstRunId, isOver } = sale;

  useEffect(() => {
    if (isOver) return;
    let source: EventSource | undefined;
    const open = () => {
      source?.close();
      source = undefined;
      // A browser opens six connections to a server: a tab that nobody sees must not keep one.
      if (document.visibilityState === 'hidden') return;
      source = new EventSource(`/api/runs/${firstRunId}/events`);
      source.onopen = () => setConnection('open');
      // The browser tries again by itself.
      source.onerror = () => setConnection('lost');
      source.addEventListener('sale', (event) => setSale(JSON.parse(event.data)));
    };
    open();
    document.addEventListener('visibilitychange', open);
    return () => {
      document.removeEventListener('visibilitychange', open);
      source?.close();
    };
  }, [firstRunId, isOver]);

  return { sale, connection };
}
