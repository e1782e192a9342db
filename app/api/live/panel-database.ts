import { getEngine } from '@/app/engine';
import { createDatabase, type Database } from '@/db/database';
import { errorCode } from '@/db/errors';
import type { Session } from '@/db/session';
import { openRunDatabase } from './run-database';
import type { Target } from './snapshot';

/** One read of the panel on a connection of its own, so that no buyer's is taken for it. */
export async function readOnce<T>(
  target: Target,
  work: (session: Session, database: Database) => Promise<T>,
): Promise<T> {
  const main = getEngine().database;
  const database =
    target.runId === null
      ? createDatabase({ url: main.options.url, connectionLimit: 1, tableWaitTimeoutSeconds: 1 })
      : openRunDatabase(main, target.runId);
  try {
    return await database.session('panel', (session) => work(session, database));
  } finally {
    await database.close();
  }
}

/** As JSON, also when the tables are gone or a privilege is missing: the page says so in words. */
export async function answer(read: () => Promise<unknown>): Promise<Response> {
  try {
    return Response.json(await read(), { headers: { 'cache-control': 'no-store' } });
  } catch (error) {
    const code = errorCode(error);
    if (!code) throw error;
    return Response.json({ message: (error as Error).message, code }, { status: 502 });
  }
}
