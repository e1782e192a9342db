/**
 * GET: the visitor's lab as it is now; asking keeps it open. POST {do}: steps it, sends a statement to a session, takes it back to
 * the start, or closes it.
 */
import { z } from 'zod';
import { refusalOfHandler } from '@/app/sign-in/session';
import { act, closeLab, limits, readLab } from '@/lab/index';
import { badRequest, isFromHere, respond, visitorId } from '../answers';

export const dynamic = 'force-dynamic';

interface Context {
  params: Promise<{ labId: string }>;
}

const body = z.discriminatedUnion('do', [
  z.object({ do: z.literal('step') }),
  z.object({ do: z.literal('reset') }),
  z.object({ do: z.literal('close') }),
  z.object({
    do: z.literal('send'),
    session: z.enum(['T1', 'T2', 'T3']),
    // A little more than a statement may have, so that the lab can say what is wrong with it.
    sql: z.string().max(limits.statementLength * 10),
  }),
]);

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  return respond(await readLab(await visitorId(), (await params).labId));
}

export async function POST(request: Request, { params }: Context): Promise<Response> {
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  if (!isFromHere(request)) return badRequest('The lab is used by its own pages.');
  const wanted = body.safeParse(await request.json().catch(() => null));
  if (!wanted.success) return badRequest('Say what to do: step, reset, close, or send with session and sql.');
  const { labId } = await params;
  const visitor = await visitorId();
  if (wanted.data.do === 'close') {
    await closeLab(visitor, labId);
    return new Response(null, { status: 204 });
  }
  return respond(await act(visitor, labId, wanted.data));
}
