/** GET ?shop=1&item=100&group=1[&run=12]: the rows of a level that contradict each other, and its ledger by reason. */
import { refusalOfHandler } from '@/app/sign-in/session';
import { readBooks } from '@/db/panel/books';
import { levelOf } from '../level-address';
import { answer, readOnce } from '../panel-database';

export const dynamic = 'force-dynamic';

export async function GET(request: Request): Promise<Response> {
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  const address = levelOf(request);
  if (!address) {
    return Response.json({ message: 'Name a level: ?shop=1&item=100&group=1' }, { status: 400 });
  }
  return answer(() => readOnce(address.target, (session) => readBooks(session, address.level)));
}
