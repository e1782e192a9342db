/** Many people watch one sale: one reader for all of them, a limit, and a stream that nothing on the way holds back. */
import { describe, expect, it } from 'vitest';
import { streamSale } from '@/app/api/runs/[runId]/events/sale-stream';
import { moveRun } from '@/simulator/run-records';
import { type LiveSale, MOST_VIEWERS, watchSale } from '@/simulator/watch';
import { stageSales } from './sale-stage';

const sales = stageSales();

/** A viewer and the promise of the first sale that it is shown for which `isWanted` holds. */
function view(firstRunId: number, isWanted: (sale: LiveSale) => boolean) {
  let leave: (() => void) | undefined;
  const seen = new Promise<LiveSale>((resolve) => {
    leave = watchSale(sales.main, firstRunId, (sale) => {
      if (isWanted(sale)) resolve(sale);
    });
  });
  return { leave, seen };
}

function openStream(runId: number): { response: Response; stop: () => void } {
  const aborting = new AbortController();
  const response = streamSale(sales.main, runId, aborting.signal);
  return { response, stop: () => aborting.abort() };
}

describe('viewers of a sale', () => {
  it('F7: are all fed by one reader, and one more than the limit is turned away until somebody leaves', async () => {
    const [runId = 0] = await sales.record({});
    const isPreparing = ({ runs }: LiveSale) => runs[0]?.state === 'preparing';
    let packets = 0;
    const stopCounting = sales.main.observe(({ tag }) => {
      if (tag === 'simulator') packets += 1;
    });
    const viewers = Array.from({ length: MOST_VIEWERS }, () => view(runId, isPreparing));
    expect(view(runId, isPreparing).leave).toBeUndefined();
    await moveRun(sales.main, runId, 'preparing');
    const shown = await Promise.all(viewers.map(({ seen }) => seen));
    stopCounting();
    // The very same reading, not one like it for each.
    expect(new Set(shown).size).toBe(1);
    expect(packets).toBeLessThan(MOST_VIEWERS);

    viewers[0]?.leave?.();
    const late = view(runId, () => true);
    expect(await late.seen).toBe(shown[0]);
    for (const { leave } of [...viewers, late]) leave?.();
  });

  it('F7: one beyond the limit is shown the sale once and told when to ask again', async () => {
    const [runId = 0] = await sales.record({});
    const viewers = Array.from({ length: MOST_VIEWERS }, () => view(runId, () => true));
    const { response } = openStream(runId);
    // It ends by itself, or this would never return.
    const text = await response.text();
    expect(text).toMatch(/^retry: 10000\n\nevent: sale\ndata: \{/);
    for (const { leave } of viewers) leave?.();
  });

  it('E7: gets the first event at once, and nothing on the way may compress or collect the stream', async () => {
    const [runId = 0] = await sales.record({});
    const { response, stop } = openStream(runId);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('cache-control')).toContain('no-transform');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const reader = response.body?.getReader();
    const next = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await next()).toContain('"state":"queued"');
    await moveRun(sales.main, runId, 'preparing');
    expect(await next()).toContain('"state":"preparing"');
    stop();
    expect((await reader?.read())?.done).toBe(true);
  });
});
