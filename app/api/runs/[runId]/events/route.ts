/** A sale as it goes on, as server-sent events: one `sale` event a change, a comment now and then to keep the line open. */

import { refusalOfHandler } from '@/app/sign-in/session';
import { getDatabase } from '@/db/client';
import { type LiveSale, watchSale } from '@/simulator/index';
import { notFound, type RunParams, runOf } from '../run-of';

export const dynamic = 'force-dynamic';

/** Proxies close a line on which nothing was said for a while. */
const HEARTBEAT_MS = 15_000;

export async function GET(request: Request, context: RunParams): Promise<Response> {
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  const run = await runOf(context);
  if (!run) return notFound();
  const encoder = new TextEncoder();
  let leave: (() => void) | undefined;
  const lines = new ReadableStream<Uint8Array>({
    start(controller) {
      let isClosed = false;
      const say = (text: string) => {
        if (!isClosed) controller.enqueue(encoder.encode(text));
      };
      const heartbeat = setInterval(() => say(': still here\n\n'), HEARTBEAT_MS);
      const close = () => {
        if (isClosed) return;
        isClosed = true;
        clearInterval(heartbeat);
        stop?.();
        controller.close();
      };
      const stop = watchSale(getDatabase(), run.firstRunId, (sale: LiveSale) => {
        say(`event: sale\ndata: ${JSON.stringify(sale)}\n\n`);
        if (sale.isOver) queueMicrotask(close);
      });
      if (!stop) {
        // Too many viewers: the browser asks again after this time.
        say('retry: 10000\n\n');
        close();
        return;
      }
      leave = close;
      request.signal.addEventListener('abort', close, { once: true });
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
