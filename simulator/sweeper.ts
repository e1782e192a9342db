import type { Database } from '@/db/database';
import type { Floor } from './floor';
import { noteEnded } from './holds';

const EVERY_MS = 500;

/** Takes back holds over their time while a sale goes on, as the shop's worker does. */
export class Sweeper {
  readonly #floor: Floor;
  readonly #observer: Database;
  #timer: NodeJS.Timeout | undefined;
  #sweep: Promise<void> | undefined;

  constructor(floor: Floor, observer: Database) {
    this.#floor = floor;
    this.#observer = observer;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#sweep ??= this.#run().finally(() => {
        this.#sweep = undefined;
      });
    }, EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    if (!this.#floor.isClosed) await this.#sweep;
  }

  async #run(): Promise<void> {
    try {
      await this.#floor.parts.open.expire();
      // A reserve takes overdue holds back by itself, so there may be news without any expired here.
      await noteEnded(this.#floor, this.#observer);
    } catch (error) {
      this.#floor.parts.figures.failed(error);
    }
  }
}
