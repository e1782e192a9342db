/** What the handlers of the lab share: who asks, whether from our own pages, and how an answer travels. */
import { randomUUID } from 'node:crypto';
import { cookies } from 'next/headers';
import type { LabAnswer } from '@/lab/index';

const COOKIE = 'lastunit_lab';

/** Who asks: an id of the lab's own, given with the first visit and worth nothing elsewhere. */
export async function visitorId(): Promise<string> {
  const jar = await cookies();
  const known = jar.get(COOKIE)?.value;
  if (known && /^[0-9a-f-]{36}$/.test(known)) return known;
  const id = randomUUID();
  jar.set(COOKIE, id, { httpOnly: true, sameSite: 'strict', path: '/' });
  return id;
}

/** Whether a request was sent by a page of ours: the lab runs what it is told. */
export function isFromHere(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  return site === null || site === 'same-origin' || site === 'none';
}

const statuses: Record<LabAnswer['outcome'], number> = {
  open: 200,
  refused: 422,
  gone: 410,
  full: 503,
  failed: 500,
};

export function respond(answer: LabAnswer): Response {
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  if (answer.outcome === 'full') headers['retry-after'] = '20';
  return Response.json(answer, { status: statuses[answer.outcome], headers });
}

export const badRequest = (message: string) => Response.json({ message }, { status: 400 });
