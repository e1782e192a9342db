/** GET: metrics of this process in the text format of Prometheus. */
import type { Registry } from 'prom-client';
import { getSampler } from '@/app/api/live/live-sampler';
import { getEngine, getEngineCounts } from '@/app/engine';
import { refusalOfHandler } from '@/app/sign-in/session';
import { createMetrics } from './metrics';

export const dynamic = 'force-dynamic';

const shared = globalThis as typeof globalThis & { lastunitMetrics?: Registry };

export async function GET(): Promise<Response> {
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  shared.lastunitMetrics ??= createMetrics(getEngine(), getEngineCounts(), () => getSampler().viewers);
  const text = await shared.lastunitMetrics.metrics();
  return new Response(text, {
    headers: { 'content-type': shared.lastunitMetrics.contentType, 'cache-control': 'no-store' },
  });
}
