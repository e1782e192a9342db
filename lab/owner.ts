/**
 * The sign that this process lives: a user-level lock on a connection of its own, named like its sandboxes. When the process
 * ends, however it ends, the lock is free, and the next process knows which sandboxes to drop.
 */
import { type Connection, createConnection } from 'mysql2/promise';
import { newOwner, ownerLockName } from './sandbox';

export class Owner {
  readonly name = newOwner();
  readonly #url: string;
  #connection: Connection | undefined;
  #isReleased = false;

  private constructor(url: string) {
    this.#url = url;
  }

  static async sign(url: string): Promise<Owner> {
    const owner = new Owner(url);
    await owner.#take();
    return owner;
  }

  /** Signs again if the connection was lost: a server that was restarted knows of no locks. */
  async renew(): Promise<void> {
    if (!this.#connection && !this.#isReleased) await this.#take();
    await this.#connection?.ping();
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    await this.#connection?.end();
    this.#connection = undefined;
  }

  async #take(): Promise<void> {
    const connection = await createConnection({ uri: this.#url });
    connection.on('error', () => {
      this.#connection = undefined;
    });
    await connection.query('SELECT GET_LOCK(?, 0)', [ownerLockName(this.name)]);
    this.#connection = connection;
  }
}
