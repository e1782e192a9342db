/** GET: a text that changes with the roll-out, for its page to know when to look again. */
import { fingerprintOf } from '@/app/admin/roll-out/fingerprint';
import { refusalOfHandler } from '@/app/sign-in/session';
import { getDatabase } from '@/db/client';
import { readRollOut } from '@/legacy/index';

export const dynamic = 'force-dynamic';

export async function GET(): Promise<Response> {
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  return new Response(fingerprintOf(await readRollOut(getDatabase())), {
    headers: { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
  });
}
