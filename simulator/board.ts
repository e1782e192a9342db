/**
 * The units of the hot level, as buyers see them go: for pictures, never for the verdict.
 *
 * Where units are rows, a cell is a row. Where stock is a number, a cell is one count of it, given out from the top; a
 * buyer who was given what another one has is drawn on the same cell, as oversold.
 */
import type { HeldUnit } from '@/engine/index';
import type { BoardPicture } from './frame';
import type { StockLevel } from './stock';
import type { SeenQuantity } from './strategies/strategy';

const MOST_CELLS = 2_000;
const FREE = 46; // .
const HELD = 104; // h
const SOLD = 115; // s
const RETURNED = 114; // r
const OVERSOLD = 111; // o

/** The cells that one hold has; passed back when it ends. */
export type Cells = readonly number[];

export class Board {
  readonly #level: StockLevel;
  /** State of the cell of each unit; index 0 is unit 1. */
  #states: Uint8Array;
  /** Live and sold holds on a cell. */
  #takers: Uint16Array;
  readonly #returned = new Set<number>();
  #highest = 0;

  constructor(level: StockLevel) {
    this.#level = level;
    this.#states = new Uint8Array(level.units).fill(FREE);
    this.#takers = new Uint16Array(level.units);
  }

  /** Notes a hold: by unit ids where there are some, else by what was read, else the next free cells. */
  hold(request: {
    readonly units?: readonly HeldUnit[];
    readonly seen?: readonly SeenQuantity[];
    readonly lines: readonly SeenQuantity[];
  }): Cells {
    const line = request.lines.find((one) => this.#isHere(one));
    if (!line) return [];
    const units = request.units?.filter((unit) => this.#isHere(unit)).map(({ id }) => id - 1);
    const cells =
      units ??
      this.#cellsOf(
        line.quantity,
        request.seen?.find((one) => this.#isHere(one)),
      );
    for (const cell of cells) {
      this.#fit(cell);
      this.#returned.delete(cell);
      this.#takers[cell] = (this.#takers[cell] ?? 0) + 1;
      this.#states[cell] = (this.#takers[cell] ?? 0) > 1 ? OVERSOLD : HELD;
      this.#highest = Math.max(this.#highest, cell + 1);
    }
    return cells;
  }

  sell(cells: Cells): void {
    for (const cell of cells) if (this.#states[cell] !== OVERSOLD) this.#states[cell] = SOLD;
  }

  giveBack(cells: Cells): void {
    for (const cell of cells) {
      this.#takers[cell] = Math.max(0, (this.#takers[cell] ?? 0) - 1);
      if (this.#takers[cell] === 0) {
        this.#states[cell] = RETURNED;
        this.#returned.add(cell);
      } else if (this.#takers[cell] === 1) {
        this.#states[cell] = HELD;
      }
    }
  }

  /** The newest cells, at most 2,000. */
  picture(): BoardPicture {
    const end = Math.min(this.#states.length, Math.max(this.#highest, MOST_CELLS));
    const first = Math.max(0, end - MOST_CELLS);
    return {
      inventoryItemId: this.#level.inventoryItemId,
      inventoryGroupId: this.#level.inventoryGroupId,
      firstId: first + 1,
      cells: Buffer.from(this.#states.subarray(first, end)).toString('latin1'),
    };
  }

  #isHere(one: { readonly inventoryItemId: number; readonly inventoryGroupId: number }): boolean {
    return (
      one.inventoryItemId === this.#level.inventoryItemId &&
      one.inventoryGroupId === this.#level.inventoryGroupId
    );
  }

  /** Cells for units that have no id. A counter that shows n has given out the counts above n. */
  #cellsOf(quantity: number, seen: SeenQuantity | undefined): number[] {
    const { units } = this.#level;
    const cells: number[] = [];
    for (let index = 0; index < quantity; index += 1) {
      const wanted = seen ? units - seen.quantity + index : this.#highest + index;
      const isFree = wanted >= 0 && wanted < units && this.#takers[wanted] === 0;
      const back = this.#returned.values().next();
      if (!isFree && !back.done) this.#returned.delete(back.value);
      cells.push(isFree || back.done ? Math.max(0, Math.min(wanted, units - 1)) : back.value);
    }
    return cells;
  }

  /** Units may have ids beyond the stock of the start: those that came back under a new one. */
  #fit(cell: number): void {
    if (cell < this.#states.length) return;
    const states = new Uint8Array(cell + 1).fill(FREE);
    states.set(this.#states);
    this.#states = states;
    const takers = new Uint16Array(cell + 1);
    takers.set(this.#takers);
    this.#takers = takers;
  }
}
