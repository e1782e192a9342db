/** The life of one unit of a run's first item: who had it, from when to when. */

import { refusalOfHandler } from '@/app/sign-in/session';
import { getDatabase } from '@/db/client';
import { readUnitLife } from '@/simulator/index';
import { notFound, runOf } from '../../run-of';

export async function GET(
  _: Request,
  { params }: { params: Promise<{ runId: string; unitId: string }> },
): Promise<Response> {
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  const run = await runOf({ params });
  const { unitId } = await params;
  if (!run || !/^\d{1,15}$/.test(unitId)) return notFound();
  const life = await readUnitLife(getDatabase(), run, Number(unitId));
  if (!life) return new Response('The tables of this run have been dropped.\n', { status: 410 });
  return Response.json(life);
}
