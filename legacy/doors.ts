/** Doors that many pass at once, and that somebody can shut until all who are inside have left. */
export class Doors {
  #inside = 0;
  #shut: Promise<void> | undefined;
  #onEmpty: (() => void) | undefined;

  /** Runs `work` with all others who pass; waits while the doors are shut. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    while (this.#shut) await this.#shut;
    this.#inside += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      if (this.#inside === 0) this.#onEmpty?.();
    }
  }

  /** Shuts the doors, waits until nobody is inside, and runs `work` alone. One at a time. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.#shut) await this.#shut;
    let open: () => void = () => undefined;
    this.#shut = new Promise((resolve) => {
      open = resolve;
    });
    try {
      if (this.#inside > 0) {
        await new Promise<void>((resolve) => {
          this.#onEmpty = resolve;
        });
        this.#onEmpty = undefined;
      }
      return await work();
    } finally {
      this.#shut = undefined;
      open();
    }
  }
}
