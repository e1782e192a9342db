/** POST {scenario}: opens a scenario in a sandbox of the visitor's own; the one that they had is closed. */
import { after } from 'next/server';
import { z } from 'zod';
import { refusalOfHandler } from '@/app/sign-in/session';
import { findScenario, openLab, untilClosed } from '@/lab/index';
import { badRequest, isFromHere, respond, visitorId } from './answers';

const body = z.object({ scenario: z.string().max(80) });

export async function POST(request: Request): Promise<Response> {
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  if (!isFromHere(request)) return badRequest('The lab is opened by its own pages.');
  const wanted = body.safeParse(await request.json().catch(() => null));
  const scenario = wanted.success ? findScenario(wanted.data.scenario) : undefined;
  if (!scenario) return badRequest('There is no such scenario.');
  const visitor = await visitorId();
  const answer = await openLab(visitor, scenario);
  // A web server that is asked to end waits for this, so that it leaves no lab behind.
  if (answer.outcome === 'open') after(() => untilClosed(visitor, answer.lab.id));
  return respond(answer);
}
