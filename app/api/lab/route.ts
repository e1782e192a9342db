/** POST {scenario}: opens a scenario in a sandbox of the visitor's own; the one that they had is closed. */
import { z } from 'zod';
import { refusalOfHandler } from '@/app/sign-in/session';
import { findScenario, openLab } from '@/lab/index';
import { badRequest, isFromHere, respond, visitorId } from './answers';

const body = z.object({ scenario: z.string().max(80) });

export async function POST(request: Request): Promise<Response> {
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  if (!isFromHere(request)) return badRequest('The lab is opened by its own pages.');
  const wanted = body.safeParse(await request.json().catch(() => null));
  const scenario = wanted.success ? findScenario(wanted.data.scenario) : undefined;
  if (!scenario) return badRequest('There is no such scenario.');
  return respond(await openLab(await visitorId(), scenario));
}
