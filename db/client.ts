/** The app's one database per process, from the environment; survives reloads of modules in development. */
import { createDatabase, type Database } from './database';
import { DatabaseError } from './errors';

const shared = globalThis as typeof globalThis & { lastunitDatabase?: Database };

/**
 * The database named by DATABASE_URL, opened on first use.
 *
 * Throws: DatabaseError `NO_DATABASE` when the variable is not set.
 */
export function getDatabase(): Database {
  if (!shared.lastunitDatabase) {
    const url = process.env.DATABASE_URL;
    if (!url) {
      throw new DatabaseError('NO_DATABASE', 'DATABASE_URL is not set: start the app with "npm run demo".');
    }
    shared.lastunitDatabase = createDatabase({ url, connectionLimit: Number(process.env.POOL_SIZE ?? 20) });
  }
  return shared.lastunitDatabase;
}
