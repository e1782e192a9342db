/**
 * GET ?shop=1&item=100&group=1[&run=12][&before=2001]: the units of a level, each with where it is.
 * With &unit=17: the life of that unit.
 */
import { z } from 'zod';
import { refusalOfHandler } from '@/app/sign-in/session';
import { readUnit, readUnitWindow } from '@/db/panel/units';
import { answer, readOnce } from '../panel-database';
import { targetOf } from '../target';

export const dynamic = 'force-dynamic';

const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const shape = z.object({ item: id, group: id, before: id.optional(), unit: id.optional() });

export async function GET(request: Request): Promise<Response> {
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const target = targetOf(query);
  const judged = shape.safeParse(query);
  if (!target || !judged.success) {
    return Response.json({ message: 'Name a level: ?shop=1&item=100&group=1' }, { status: 400 });
  }
  const { item, group, before, unit } = judged.data;
  const level = { shopId: target.shopId, inventoryItemId: item, inventoryGroupId: group };
  return answer(() =>
    readOnce(target, async (session) =>
      unit === undefined
        ? ((await readUnitWindow(session, level, before)) ?? { units: [], fromId: 1, nextUnitId: 1 })
        : { places: await readUnit(session, level, unit) },
    ),
  );
}
