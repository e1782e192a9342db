/**
 * GET ?shop=1&item=100&group=1[&run=12][&before=2001]: the units of a level, each with where it is.
 * With &unit=17: the life of that unit.
 */
import { refusalOfHandler } from '@/app/sign-in/session';
import { readUnit, readUnitWindow, type UnitPlace } from '@/db/panel/units';
import { levelOf } from '../level-address';
import { getSampler } from '../live-sampler';
import { answer, readOnce } from '../panel-database';
import type { Target, UnitAnswer } from '../snapshot';

export const dynamic = 'force-dynamic';

export async function GET(request: Request): Promise<Response> {
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  const address = levelOf(request);
  if (!address) {
    return Response.json({ message: 'Name a level: ?shop=1&item=100&group=1' }, { status: 400 });
  }
  const { target, level, before, unit } = address;
  return answer(() =>
    readOnce(target, async (session) =>
      unit === undefined
        ? ((await readUnitWindow(session, level, before)) ?? { units: [], fromId: 1, nextUnitId: 1 })
        : withStatements(await readUnit(session, level, unit), target),
    ),
  );
}

/** Beside each hold what it sent, where this process saw it. */
function withStatements(places: UnitPlace[], { runId }: Target): UnitAnswer {
  const { recorder } = getSampler();
  const ids = runId === null ? places.flatMap(({ reservationId }) => reservationId ?? []) : [];
  return { places, recorded: Object.fromEntries(ids.map((id) => [id, recorder.of(id)])) };
}
