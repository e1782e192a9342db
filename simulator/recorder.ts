/** Writes what each buyer met into the run's schema, many rows at a time, on a connection of its own. */
import type { Database } from '@/db/database';
import { simulationAttempts, simulationPayments } from '@/db/schema/simulation';

export type AttemptRow = typeof simulationAttempts.$inferInsert;
export type PaymentRow = Pick<
  typeof simulationPayments.$inferInsert,
  'reservationId' | 'buyer' | 'amountMinor'
>;

const MOST_ROWS = 500;

export class Recorder {
  readonly #database: Database;
  #rows: AttemptRow[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  add(row: AttemptRow): void {
    this.#rows.push(row);
  }

  /** Resolves when all that was added before is in the table. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      while (this.#rows.length > 0) {
        const rows = this.#rows.splice(0, MOST_ROWS);
        await this.#database.read('simulator', (builder) => builder.insert(simulationAttempts).values(rows));
      }
    });
    return this.#writing;
  }

  /** The gateway's own books are written at once: they have to be right when the shop's process dies. */
  async paid(row: PaymentRow): Promise<void> {
    await this.#database.read('gateway', (builder) =>
      builder.insert(simulationPayments).values({ ...row, paidAt: new Date() }),
    );
  }
}
