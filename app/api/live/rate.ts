/** Growth of counters a second over the last readings; a counter that shrank was reset and starts anew. */
export class Rate {
  readonly #spanMs: number;
  #points: { at: number; value: number }[] = [];

  constructor(spanMs = 10_000) {
    this.#spanMs = spanMs;
  }

  add(at: number, value: number): number {
    const last = this.#points.at(-1);
    if (last && value < last.value) this.#points = [];
    this.#points.push({ at, value });
    // One point beyond the span stays, so that the span is covered.
    while (this.#points.length > 2 && (this.#points[1]?.at ?? 0) <= at - this.#spanMs) this.#points.shift();
    return this.perSecond;
  }

  get perSecond(): number {
    const [first] = this.#points;
    const last = this.#points.at(-1);
    if (!first || !last || last.at <= first.at) return 0;
    return ((last.value - first.value) * 1000) / (last.at - first.at);
  }
}
