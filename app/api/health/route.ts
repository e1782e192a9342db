/** GET: whether this server can do its work, for whoever watches it. */
import { getDatabase } from '@/db/client';
import { errorCode } from '@/db/errors';

export const dynamic = 'force-dynamic';

export async function GET(): Promise<Response> {
  const database = getDatabase();
  try {
    await database.session('health', ({ connection }) => connection.query('SELECT 1'));
    return answer(200, { ok: true, connections: database.connections });
  } catch (error) {
    return answer(503, {
      ok: false,
      reason: errorCode(error) ?? 'UNKNOWN',
      connections: database.connections,
    });
  }
}

function answer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}
