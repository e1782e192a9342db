/**
 * What each hold of a run sends to MySQL, kept in the run's schema for the panel.
 *
 * Promise: a run keeps its first `MOST_RECORDED_PACKETS` packets and no more; a text is kept once, and each packet has its values
 * beside it, because texts with their values in place are as many as packets. Rows are written many at a time, over
 * a connection that no buyer waits for. A packet belongs to the holds it names by their id; one that names none,
 * such as a lone COMMIT, to those that its transaction has named. What is sent for no hold (a refill, the sweeper's
 * search) is not kept.
 */
import type { Database } from '@/db/database';
import { simulationPacketHolds, simulationPackets, simulationTexts } from '@/db/schema/simulation';
import type { PacketEvent, SentStatement } from '@/db/session';
import { begin, commit, rollback } from '@/db/transaction';
import type { OpenStrategy } from './strategies/strategy';

/** Most packets that a run keeps. */
export const MOST_RECORDED_PACKETS = 50_000;

const MOST_ROWS = 500;
const LONGEST_ERROR = 500;
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

type PacketRow = typeof simulationPackets.$inferInsert;

/** A transaction that is open: the holds it has named, and the packets before it named the first. */
interface OpenWork {
  readonly holds: Set<string>;
  readonly unnamed: PacketRow[];
}

export class StatementRecorder {
  readonly #database: Database;
  readonly #mostPackets: number;
  readonly #holds = new Set<string>();
  readonly #openWork = new Map<number, OpenWork>();
  readonly #textIds = new Map<string, number>();
  #texts: (typeof simulationTexts.$inferInsert)[] = [];
  #packets: PacketRow[] = [];
  #packetHolds: (typeof simulationPacketHolds.$inferInsert)[] = [];
  #count = 0;
  #writing: Promise<void> = Promise.resolve();

  /** `database` is where the rows go, not the one whose packets are noted. */
  constructor(database: Database, mostPackets = MOST_RECORDED_PACKETS) {
    this.#database = database;
    this.#mostPackets = mostPackets;
  }

  /** The same strategy; holds that are reserved through it are told apart from other ids in the packets. */
  follow(open: OpenStrategy): OpenStrategy {
    return {
      ...open,
      reserve: (request) => {
        this.#holds.add(request.reservationId);
        return open.reserve(request);
      },
    };
  }

  note({ tag, connectionId, statements, durationMs, error }: PacketEvent): void {
    if (this.#count >= this.#mostPackets) return;
    const has = (name: string) => statements.some((one) => one.name === name);
    if (has(begin.name)) this.#openWork.set(connectionId, { holds: new Set(), unnamed: [] });
    const work = this.#openWork.get(connectionId);
    const named = new Set(statements.flatMap(({ text }) => text.match(ID) ?? []));
    const holds = [...named].filter((id) => this.#holds.has(id));
    for (const id of holds) work?.holds.add(id);
    const owners = holds.length > 0 ? holds : [...(work?.holds ?? [])];
    const row: PacketRow = {
      packetId: 0,
      connectionId,
      tag,
      startedAt: new Date(Date.now() - durationMs),
      durationUs: Math.round(durationMs * 1000),
      statements: statements.map((one) => [this.#textOf(one), one.values]),
      error: error instanceof Error ? error.message.slice(0, LONGEST_ERROR) : null,
    };
    if (owners.length === 0) work?.unnamed.push(row);
    else for (const one of [...(work?.unnamed.splice(0) ?? []), row]) this.#keep(one, owners);
    if (has(commit.name) || has(rollback.name)) this.#openWork.delete(connectionId);
  }

  /** Resolves when all that was noted before is in the tables. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      await this.#write(simulationTexts, this.#texts.splice(0));
      await this.#write(simulationPackets, this.#packets.splice(0));
      await this.#write(simulationPacketHolds, this.#packetHolds.splice(0));
    });
    return this.#writing;
  }

  #keep(row: PacketRow, owners: readonly string[]): void {
    if (this.#count >= this.#mostPackets) return;
    this.#count += 1;
    this.#packets.push({ ...row, packetId: this.#count });
    for (const reservationId of owners) this.#packetHolds.push({ reservationId, packetId: this.#count });
  }

  #textOf({ name, sql }: SentStatement): number {
    const known = this.#textIds.get(sql);
    if (known) return known;
    const textId = this.#textIds.size + 1;
    this.#textIds.set(sql, textId);
    this.#texts.push({ textId, name, sql });
    return textId;
  }

  async #write<T extends typeof simulationTexts | typeof simulationPackets | typeof simulationPacketHolds>(
    table: T,
    rows: T['$inferInsert'][],
  ): Promise<void> {
    while (rows.length > 0) {
      const some = rows.splice(0, MOST_ROWS);
      await this.#database.read('simulator', (builder) => builder.insert(table).values(some as never));
    }
  }
}
