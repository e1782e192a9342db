/** SHOW ENGINE INNODB STATUS, of which the panel needs two things: the last deadlock and the line in front of InnoDB. */
import type { Session } from '@/db/session';
import { call, type Statement } from '@/db/statement';
import { type Deadlock, parseDeadlock } from './deadlock';
import type { Names } from './record-words';

export interface InnodbStatus {
  readonly deadlock: Deadlock | null;
  /** Statements inside InnoDB and in line for it, against innodb_thread_concurrency. */
  readonly inside: number;
  readonly queued: number;
}

export const readStatus: Statement = {
  name: 'panel.read_innodb_status',
  purpose: "Reads InnoDB's own report: the last deadlock, the line in front of InnoDB.",
  sql: 'SHOW ENGINE INNODB STATUS',
};

export async function readInnodbStatus(session: Session, names?: Names): Promise<InnodbStatus> {
  const [result] = await session.send(call(readStatus));
  return parseStatus(String(result?.rows[0]?.Status ?? ''), names);
}

export function parseStatus(text: string, names?: Names): InnodbStatus {
  const line = text.match(/^(\d+) queries inside InnoDB, (\d+) queries in queue/m);
  return {
    deadlock: parseDeadlock(text, names) ?? null,
    inside: Number(line?.[1] ?? 0),
    queued: Number(line?.[2] ?? 0),
  };
}
