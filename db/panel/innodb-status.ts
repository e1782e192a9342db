/** SHOW ENGINE INNODB STATUS, of which the panel needs three things: the last deadlock, the line in front of InnoDB, old snapshots. */
import type { Session } from '@/db/session';
import { call, type Statement } from '@/db/statement';
import { type Deadlock, parseDeadlock } from './deadlock';
import type { Names } from './record-words';

export interface Snapshot {
  readonly connectionId: number;
  readonly ageSeconds: number;
}

export interface InnodbStatus {
  readonly deadlock: Deadlock | null;
  /** Statements inside InnoDB and in line for it, against innodb_thread_concurrency. */
  readonly inside: number;
  readonly queued: number;
  /** Transactions with a snapshot open, the one that keeps purge back furthest first. */
  readonly snapshots: readonly Snapshot[];
}

export const readStatus: Statement = {
  name: 'panel.read_innodb_status',
  purpose: "Reads InnoDB's own report: the last deadlock, the line in front of InnoDB, open snapshots.",
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
    snapshots: parseSnapshots(text),
  };
}

function parseSnapshots(text: string): Snapshot[] {
  const list = text.split('LIST OF TRANSACTIONS FOR EACH SESSION:')[1] ?? '';
  return (
    list
      .split(/^---TRANSACTION /m)
      .flatMap((block) => {
        const view = block.match(/^Trx read view will not see trx with id >= (\d+)/m)?.[1];
        const connectionId = block.match(/^MySQL thread id (\d+)/m)?.[1];
        if (!view || !connectionId) return [];
        const ageSeconds = Number(block.match(/ACTIVE (?:\([A-Z ]+\) )?(\d+) sec/)?.[1] ?? 0);
        return [{ view: BigInt(view), connectionId: Number(connectionId), ageSeconds }];
      })
      // The list begins with the youngest: among equals the last one was first.
      .reverse()
      .sort((a, b) => (a.view < b.view ? -1 : a.view > b.view ? 1 : b.ageSeconds - a.ageSeconds))
      .map(({ connectionId, ageSeconds }) => ({ connectionId, ageSeconds }))
  );
}
