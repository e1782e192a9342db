/**
 * What each hold of this process sent to MySQL, and over which connection, while somebody looked at the panel.
 *
 * Promise: memory is fixed (the newest holds, the first packets of each), and nothing is kept while nobody looks. Holds of
 * other processes, such as those of a sale, are not seen here: a sale records its own when it is asked to.
 */
import type { Database } from '@/db/database';
import type { RecordedPacket } from '@/db/panel/recorded-packets';
import type { PacketEvent } from '@/db/session';

const MOST_HOLDS = 500;
const MOST_PACKETS = 12;
const LONGEST_TEXT = 2_000;
const ID = /UUID_TO_BIN\('([0-9a-f-]{36})'\)/;

export class HoldRecorder {
  readonly #database: Database;
  readonly #holds = new Map<string, RecordedPacket[]>();
  #stop: (() => void) | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  start(): void {
    this.#stop ??= this.#database.observe((event) => this.#note(event));
  }

  /** Forgets everything. */
  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#holds.clear();
  }

  /** Oldest first; empty when the hold is another process's, or older than the panel has been open. */
  of(reservationId: string): readonly RecordedPacket[] {
    return this.#holds.get(reservationId) ?? [];
  }

  #note({ tag, connectionId, statements, durationMs, error }: PacketEvent): void {
    // Statements of a hold begin with the one that names it.
    const id = statements.map(({ text }) => text.match(ID)?.[1]).find(Boolean);
    if (!id) return;
    const packets = this.#holds.get(id) ?? [];
    if (packets.length >= MOST_PACKETS) return;
    packets.push({
      at: new Date(Date.now() - durationMs).toISOString(),
      connectionId,
      tag,
      durationMs,
      statements: statements.map(({ name, text }) => ({ name, text: text.slice(0, LONGEST_TEXT) })),
      error: error instanceof Error ? error.message : null,
    });
    this.#holds.set(id, packets);
    const [oldest] = this.#holds.keys();
    if (this.#holds.size > MOST_HOLDS && oldest) this.#holds.delete(oldest);
  }
}
