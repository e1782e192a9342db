/**
 * Lets a bounded number of callers through at once; the others wait in line, at most for a time.
 *
 * Promise: first come, first served, in two lines. The urgent line is for work that others wait for, such as a refill
 * that a hundred checkouts need: behind them in one line it would come last. The driver's own queue knows neither a
 * deadline nor an order.
 */
interface Waiter {
  readonly admit: () => void;
  readonly refuse: () => void;
  readonly timer: NodeJS.Timeout;
}

export class Turnstile {
  readonly #limit: number;
  readonly #urgent: Waiter[] = [];
  readonly #ordinary: Waiter[] = [];
  #inside = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get inside(): number {
    return this.#inside;
  }

  get waiting(): number {
    return this.#urgent.length + this.#ordinary.length;
  }

  /** Resolves to true once inside, to false when `deadlineMs` milliseconds have passed. */
  enter(deadlineMs: number, isUrgent: boolean): Promise<boolean> {
    if (this.#inside < this.#limit) {
      this.#inside += 1;
      return Promise.resolve(true);
    }
    const line = isUrgent ? this.#urgent : this.#ordinary;
    return new Promise((resolve) => {
      const waiter: Waiter = {
        admit: () => {
          clearTimeout(waiter.timer);
          resolve(true);
        },
        refuse: () => {
          clearTimeout(waiter.timer);
          resolve(false);
        },
        timer: setTimeout(() => {
          line.splice(line.indexOf(waiter), 1);
          resolve(false);
        }, deadlineMs),
      };
      line.push(waiter);
    });
  }

  /** Sends everybody in line away, as if their time had passed. Those inside stay. */
  dismiss(): void {
    for (const waiter of [...this.#urgent.splice(0), ...this.#ordinary.splice(0)]) waiter.refuse();
  }

  /** Gives the place to the next in line. */
  leave(): void {
    const next = this.#urgent.shift() ?? this.#ordinary.shift();
    if (next) next.admit();
    else this.#inside -= 1;
  }
}
