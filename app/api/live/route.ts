/**
 * GET ?shop=1[&run=12]: the panel as server-sent events, one `snapshot` a second. The first is full, later ones hold the
 * levels that changed. 503 with Retry-After when too many look already, and while the server ends.
 */
import { refusalOfHandler } from '@/app/sign-in/session';
import { getSampler } from './live-sampler';
import type { Viewer } from './sampler';
import { targetOf } from './target';

export const dynamic = 'force-dynamic';

const HEARTBEAT_MS = 15_000;
const RETRY_SECONDS = 10;

export async function GET(request: Request): Promise<Response> {
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  const target = targetOf(Object.fromEntries(new URL(request.url).searchParams));
  if (!target)
    return Response.json({ message: 'Name a shop and, if any, a run: ?shop=1&run=12' }, { status: 400 });
  const encoder = new TextEncoder();
  let leave = (_isGone: boolean): void => {};
  let isRefused = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write = (text: string) => controller.enqueue(encoder.encode(text));
        const viewer: Viewer = {
          target,
          isReady: () => (controller.desiredSize ?? 0) > 0,
          send: (text) => write(`event: snapshot\ndata: ${text}\n\n`),
          close: () => leave(false),
        };
        const stop = getSampler().watch(viewer);
        isRefused = !stop;
        if (!stop) return;
        const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
        let hasLeft = false;
        leave = (isGone) => {
          if (hasLeft) return;
          hasLeft = true;
          clearInterval(heartbeat);
          void stop();
          if (!isGone) controller.close();
        };
        write('retry: 2000\n\n');
        request.signal.addEventListener('abort', () => leave(false), { once: true });
      },
      cancel: () => leave(true),
    },
    // Counted in chunks: a viewer that is four behind is left out until it has caught up.
    new CountQueuingStrategy({ highWaterMark: 4 }),
  );
  if (isRefused) {
    const why = getSampler().isClosed
      ? 'The server is ending.'
      : 'The panel has as many viewers as it takes.';
    return Response.json(
      { message: `${why} Try again in ${RETRY_SECONDS} s.` },
      { status: 503, headers: { 'retry-after': String(RETRY_SECONDS), connection: 'close' } },
    );
  }
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      // Neither compressed nor collected on the way.
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}
