/**
 * What operations use: statements, syncs of the redo log, processor time on both sides. Where two cores are busy all the time,
 * it says why one form is faster than another.
 */
import type { Database } from '@/db/database';
import { processorTimeOf, type ServerPlace } from '@/db/server/processor-time';
import { call, type Statement, sqlText } from '@/db/statement';

/** Counted from a start of its own each; only differences mean something. */
export interface Use {
  /** Statements that clients sent; several may share a packet. */
  readonly statements: number;
  readonly commits: number;
  readonly redoSyncs: number;
  /** Processor time of this process, in ms. */
  readonly clientMs: number;
  /** Of mysqld; null when it is another machine's or user's. */
  readonly serverMs: number | null;
}

const readCounters: Statement = {
  name: 'bench.read_counters',
  purpose: 'Counters of the whole server: statements, commits, syncs of the redo log.',
  sql: sqlText(`
    SHOW GLOBAL STATUS
     WHERE Variable_name IN ('Questions', 'Com_commit', 'Innodb_os_log_fsyncs')
  `),
};

const readServer: Statement = {
  name: 'bench.read_server',
  purpose: 'Where the server runs, and where its process id is written.',
  sql: 'SELECT @@hostname AS hostname, @@pid_file AS pidFile',
};

export async function readUse(database: Database): Promise<Use> {
  const [counters, server] = await database.session('bench', (session) =>
    session.send(call(readCounters), call(readServer)),
  );
  const of = (name: string) =>
    Number(counters?.rows.find(({ Variable_name }) => Variable_name === name)?.Value ?? Number.NaN);
  const { user, system } = process.cpuUsage();
  return {
    statements: of('Questions'),
    commits: of('Com_commit'),
    redoSyncs: of('Innodb_os_log_fsyncs'),
    clientMs: (user + system) / 1000,
    serverMs: await processorTimeOf(server?.rows[0] as ServerPlace),
  };
}

/** Per operation, under the names that the tables show. */
export function perOperation(before: Use, after: Use, operations: number): Record<string, number> {
  if (operations === 0) return {};
  const each = (of: (use: Use) => number | null) => {
    const [from, to] = [of(before), of(after)];
    return from === null || to === null ? 0 : Math.round(((to - from) / operations) * 1000) / 1000;
  };
  return {
    statements: each(({ statements }) => statements),
    commits: each(({ commits }) => commits),
    'redo syncs': each(({ redoSyncs }) => redoSyncs),
    'mysqld ms': each(({ serverMs: ms }) => ms),
    'client ms': each(({ clientMs }) => clientMs),
  };
}
