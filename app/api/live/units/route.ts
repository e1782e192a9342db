/**
 * GET ?shop=1&item=100&group=1[&run=12][&before=2001]: the units of a level, each with where it is.
 * With &unit=17: the life of that unit.
 */
import { refusalOfHandler } from '@/app/sign-in/session';
import { readUnit, readUnitWindow } from '@/db/panel/units';
import { levelOf } from '../level-address';
import { answer, readOnce } from '../panel-database';
import { withStatements } from './with-statements';

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
        : withStatements(session, target, await readUnit(session, level, unit)),
    ),
  );
}
