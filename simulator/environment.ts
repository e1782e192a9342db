import os from 'node:os';
import type { Database } from '@/db/database';
import { call, type Statement, sqlText } from '@/db/statement';

const readServer: Statement = {
  name: 'sale.read_server',
  purpose: 'What the figures of a run depend on.',
  sql: sqlText(`
    SELECT VERSION() AS version,
           @@innodb_flush_log_at_trx_commit AS flushLogAtCommit,
           @@sync_binlog AS syncBinlog,
           @@log_bin AS logBin,
           @@innodb_buffer_pool_size DIV 1048576 AS bufferPoolMb,
           @@innodb_thread_concurrency AS threadConcurrency
  `),
};

/** Where a run took place; without it its speed says nothing. */
export interface Environment {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  readonly mysql: string;
  readonly flushLogAtCommit: number;
  readonly syncBinlog: number;
  readonly logBin: number;
  readonly bufferPoolMb: number;
  readonly threadConcurrency: number;
}

export async function readEnvironmentOf(database: Database): Promise<Environment> {
  const [read] = await database.session('simulator', (session) => session.send(call(readServer)));
  const { version, ...server } = (read?.rows[0] ?? {}) as Record<string, number> & { version: string };
  return {
    processor: os.cpus()[0]?.model.trim() || os.arch(),
    cores: os.availableParallelism(),
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.arch()}`,
    node: process.version,
    mysql: version,
    flushLogAtCommit: server.flushLogAtCommit ?? 0,
    syncBinlog: server.syncBinlog ?? 0,
    logBin: server.logBin ?? 0,
    bufferPoolMb: server.bufferPoolMb ?? 0,
    threadConcurrency: server.threadConcurrency ?? 0,
  };
}
