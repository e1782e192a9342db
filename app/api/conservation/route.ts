/**
 * GET ?shop=1[&run=12]: whether every level's books balance, read from the database now. `ok` is false and `broken` lists the
 * levels with what is wrong when they don't; the status is 200 either way, since the question was answered.
 */
import { openRunDatabase } from '@/app/api/live/run-database';
import { targetOf } from '@/app/api/live/target';
import { getEngine } from '@/app/engine';
import { refusalOfHandler } from '@/app/sign-in/session';
import { errorCode } from '@/db/errors';
import { type AuditReport, createEngine } from '@/engine/index';

export const dynamic = 'force-dynamic';

/** One audit of a target at a time: whoever asks meanwhile gets its answer. */
const underWay = new Map<string, Promise<AuditReport>>();

export async function GET(request: Request): Promise<Response> {
  const refusal = await refusalOfHandler();
  if (refusal) return refusal;
  const target = targetOf(Object.fromEntries(new URL(request.url).searchParams));
  if (!target) {
    return Response.json({ message: 'Name a shop and, if any, a run: ?shop=1&run=12' }, { status: 400 });
  }
  const { shopId, runId } = target;
  const key = `${runId}:${shopId}`;
  const report = underWay.get(key) ?? audit(shopId, runId).finally(() => underWay.delete(key));
  underWay.set(key, report);
  try {
    return Response.json(
      { at: new Date().toISOString(), ...target, ...(await report) },
      { headers: { 'cache-control': 'no-store' } },
    );
  } catch (error) {
    if (errorCode(error) !== 'ER_BAD_DB_ERROR') throw error;
    return Response.json({ message: `The tables of run ${runId} are gone.` }, { status: 404 });
  }
}

async function audit(shopId: number, runId: number | null): Promise<AuditReport> {
  if (runId === null) return getEngine().audit(shopId);
  const database = openRunDatabase(getEngine().database, runId);
  try {
    return await createEngine(database).audit(shopId);
  } finally {
    await database.close();
  }
}
