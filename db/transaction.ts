/**
 * A transaction on one session: READ COMMITTED, opened by the first packet it sends and ended by the last, so that a
 * reserve costs two round trips and not five.
 */
import { drizzle, type MySql2Database } from 'drizzle-orm/mysql2';
import { builderConnection } from './builder';
import type { Session, StatementResult } from './session';
import { type Call, call, type Statement } from './statement';

export const setReadCommitted: Statement = {
  name: 'transaction.read_committed',
  purpose: 'The next transaction locks the rows it finds and no gaps, so that a refill can insert beside it.',
  sql: 'SET TRANSACTION ISOLATION LEVEL READ COMMITTED',
};
export const begin: Statement = {
  name: 'transaction.begin',
  purpose: 'Opens the transaction.',
  sql: 'START TRANSACTION',
};
export const commit: Statement = {
  name: 'transaction.commit',
  purpose: 'Makes it true and lets go of all locks.',
  sql: 'COMMIT',
};
export const rollback: Statement = {
  name: 'transaction.rollback',
  purpose: 'Undoes everything and lets go of all locks.',
  sql: 'ROLLBACK',
};

export class Transaction {
  readonly session: Session;
  #state: 'new' | 'open' | 'ended' = 'new';

  constructor(session: Session) {
    this.session = session;
  }

  get state(): 'new' | 'open' | 'ended' {
    return this.#state;
  }

  /** Runs the calls in one packet; the first packet opens the transaction. Results are those of `calls`. */
  async send(...calls: Call[]): Promise<StatementResult[]> {
    const opening = this.#open();
    return (await this.session.send(...opening, ...calls)).slice(opening.length);
  }

  /** Runs the calls and commits, all in one packet. */
  async commit(...calls: Call[]): Promise<StatementResult[]> {
    const opening = this.#open();
    const results = await this.session.send(...opening, ...calls, call(commit));
    this.#state = 'ended';
    return results.slice(opening.length, -1);
  }

  async rollback(): Promise<void> {
    if (this.#state === 'open') await this.session.send(call(rollback));
    this.#state = 'ended';
  }

  /** drizzle on this transaction's connection, for the statements of pages; never for stock. */
  async builder(): Promise<MySql2Database> {
    if (this.#state === 'new') await this.session.send(...this.#open());
    return drizzle(builderConnection(this.session));
  }

  #open(): Call[] {
    if (this.#state === 'ended') throw new Error('The transaction has ended.');
    if (this.#state === 'open') return [];
    this.#state = 'open';
    return [call(setReadCommitted), call(begin)];
  }
}
