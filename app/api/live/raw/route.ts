/** GET ?of=locks&shop=1[&run=12]: the rows behind a part of the panel, read now with the statement that the page shows. */
import { refusalOfHandler } from '@/app/sign-in/session';
import { isRawName, readRaw } from '@/db/panel/raw';
import { answer, readOnce } from '../panel-database';
import { targetOf } from '../target';

export const dynamic = 'force-dynamic';

export async function GET(request: Request): Promise<Response> {
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  const query = new URL(request.url).searchParams;
  const target = targetOf(Object.fromEntries(query));
  const name = query.get('of');
  if (!target || !isRawName(name)) {
    return Response.json({ message: 'Name a part and a shop: ?of=locks&shop=1' }, { status: 400 });
  }
  return answer(() =>
    readOnce(target, (session, { schema }) => readRaw(session, name, { schema, shopId: target.shopId })),
  );
}
