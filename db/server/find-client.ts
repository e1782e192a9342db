import { onPath, output } from './command';
import { findPrograms } from './find-program';
import { SetupError } from './setup-error';

/**
 * A mysql client as a command line: the one that came with the server, one on the PATH, or one that is fetched with
 * a server. MariaDB's client is passed over, since it can't log in by MySQL's default way everywhere.
 */
export async function findClient(
  ofServer: string[] | null,
  report: (line: string) => void,
): Promise<string[]> {
  if (ofServer) return ofServer;
  for (const path of await onPath('mysql')) {
    const version = await output([path, '--version']).catch(() => 'mariadb');
    if (!/mariadb/i.test(version)) return [path];
  }
  for await (const { client } of findPrograms(report, [])) {
    if (client) return client;
  }
  throw new SetupError(
    'There is no mysql client on the PATH, and none could be fetched. Install mysql-client.',
  );
}
