/**
 * GET: metrics of this process in the text format of Prometheus. Where METRICS_TOKEN is set, that token is asked for, in place of
 * a sign-in that a scraper can't do; 401 without it, 429 after too many wrong ones.
 */
import type { Registry } from 'prom-client';
import { getSampler } from '@/app/api/live/live-sampler';
import { getEngine, getEngineCounts } from '@/app/engine';
import { isBearer } from '@/app/sign-in/bearer';
import { countTry } from '@/app/sign-in/limits';
import { refusalOfHandler } from '@/app/sign-in/session';
import { createMetrics } from './metrics';

export const dynamic = 'force-dynamic';

const shared = globalThis as typeof globalThis & { lastunitMetrics?: Registry };

export async function GET(request: Request): Promise<Response> {
  const { METRICS_TOKEN: token } = process.env;
  const refusal = token
    ? await refusalWithoutToken(request.headers.get('authorization'), token)
    : await refusalOfHandler();
  if (refusal) return refusal;
  shared.lastunitMetrics ??= createMetrics(getEngine(), getEngineCounts(), () => getSampler().viewers);
  const text = await shared.lastunitMetrics.metrics();
  return new Response(text, {
    headers: { 'content-type': shared.lastunitMetrics.contentType, 'cache-control': 'no-store' },
  });
}

async function refusalWithoutToken(header: string | null, token: string): Promise<Response | undefined> {
  if (isBearer(header, token)) return undefined;
  const headers = { 'www-authenticate': 'Bearer realm="metrics"', 'cache-control': 'no-store' };
  if (header === null) {
    const message = 'Send the token that METRICS_TOKEN names on the server: Authorization: Bearer TOKEN';
    return Response.json({ message }, { status: 401, headers });
  }
  const waitSeconds = await countTry('metrics');
  if (!waitSeconds) {
    const message = 'That is not the token. It has to be the one that METRICS_TOKEN names on the server.';
    return Response.json({ message }, { status: 401, headers });
  }
  return Response.json(
    { message: `Too many tries. The right token is taken at any time; try again in ${waitSeconds} s.` },
    { status: 429, headers: { ...headers, 'retry-after': String(waitSeconds) } },
  );
}
