/** How many threads InnoDB lets work at once: innodb_thread_concurrency, changed on a server of our own only. */
import type { Session } from '@/db/session';
import { call, type Statement } from '@/db/statement';

export const MOST_THREADS = 1_000;

export const setCeiling: Statement = {
  name: 'panel.set_thread_ceiling',
  purpose: 'Sets how many threads may be inside InnoDB at once; 0 is no ceiling. Until the server ends.',
  sql: 'SET GLOBAL innodb_thread_concurrency = :ceiling',
};

export async function setThreadCeiling(session: Session, ceiling: number): Promise<void> {
  await session.send(call(setCeiling, { ceiling }));
}
