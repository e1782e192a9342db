/** A sale as it goes on, as server-sent events: one `sale` event a change, a comment now and then to keep the line open. */
import type { Database } from '@/db/database';
import { type LiveSale, liveSaleOf, readSale, watchSale } from '@/simulator/index';

/** Proxies close a line on which nothing was said for a while. */
const HEARTBEAT_MS = 15_000;
/** What a viewer beyond the limit is told to wait before asking again. */
const ASK_AGAIN_MS = 10_000;

const said = (sale: LiveSale) => `event: sale\ndata: ${JSON.stringify(sale)}\n\n`;

/** Streams the sale until it is over or `signal` is aborted; a viewer beyond the limit gets it once, as it is. */
export function streamSale(database: Database, firstRunId: number, signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  let leave: (() => void) | undefined;
  const lines = new ReadableStream<Uint8Array>({
    async start(controller) {
      let isClosed = false;
      const say = (text: string) => {
        if (!isClosed) controller.enqueue(encoder.encode(text));
      };
      const heartbeat = setInterval(() => say(': still here\n\n'), HEARTBEAT_MS);
      let stop: (() => void) | undefined;
      const close = () => {
        if (isClosed) return;
        isClosed = true;
        clearInterval(heartbeat);
        stop?.();
        controller.close();
      };
      leave = close;
      stop = watchSale(database, firstRunId, (sale) => {
        say(said(sale));
        if (sale.isOver) queueMicrotask(close);
      });
      if (stop) {
        signal.addEventListener('abort', close, { once: true });
        return;
      }
      say(`retry: ${ASK_AGAIN_MS}\n\n`);
      try {
        say(said(liveSaleOf(await readSale(database, firstRunId))));
      } finally {
        close();
      }
    },
    cancel() {
      leave?.();
    },
  });
  return new Response(lines, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      // Neither compressed nor collected on the way.
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}
