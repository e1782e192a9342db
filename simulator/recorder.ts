/** Writes what each buyer met, and each refill, into the run's schema, many rows at a time, on a connection of its own. */
import type { Database } from '@/db/database';
import { simulationAttempts, simulationPayments, simulationRefills } from '@/db/schema/simulation';
import type { RefillEvent } from './strategies/strategy';

export type AttemptRow = typeof simulationAttempts.$inferInsert;
export type PaymentRow = Pick<
  typeof simulationPayments.$inferInsert,
  'reservationId' | 'buyer' | 'amountMinor'
>;

const MOST_ROWS = 500;

export class Recorder {
  readonly #database: Database;
  #rows: AttemptRow[] = [];
  #refills: (typeof simulationRefills.$inferInsert)[] = [];
  #refillCount = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  add(row: AttemptRow): void {
    this.#rows.push(row);
  }

  refilled({ durationMs, shopId: _, ...refill }: RefillEvent): void {
    this.#refillCount += 1;
    const durationUs = Math.round(durationMs * 1000);
    this.#refills.push({ ...refill, refillId: this.#refillCount, refilledAt: new Date(), durationUs });
  }

  /** Resolves when all that was added before is in the table. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      while (this.#rows.length > 0) {
        const rows = this.#rows.splice(0, MOST_ROWS);
        await this.#database.read('simulator', (builder) => builder.insert(simulationAttempts).values(rows));
      }
      while (this.#refills.length > 0) {
        const rows = this.#refills.splice(0, MOST_ROWS);
        await this.#database.read('simulator', (builder) => builder.insert(simulationRefills).values(rows));
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
