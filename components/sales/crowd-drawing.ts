/** Draws the crowd on one canvas that lies over its zones: each dot glides to its place when it has a new one. */
import { readColors } from '../theme-changes';
import { drawUnit, readUnitPalette, type UnitPalette } from '../unit-drawing';
import type { CrowdDots } from './crowd-dots';
import { type CrowdZone, crowdZones } from './words';

/** A place for dots, in CSS pixels of the canvas. */
export interface ZoneArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type ZoneAreas = Record<CrowdZone, ZoneArea>;

/** Time in which a dot covers two thirds of its way: the eye can follow it, and it is there before the next frame. */
const GLIDE_MS = 70;
/** Distance of two dots, in CSS pixels. */
const LARGEST = 22;
const SMALLEST = 3;
/** A zone that gets fuller than was thought makes room for so much more at once, so that it doesn't shrink with every buyer. */
const ROOM = 1.5;

interface Palette extends UnitPalette {
  readonly person: string;
  readonly gone: string;
}

export class CrowdPicture {
  readonly #canvas: HTMLCanvasElement;
  readonly #dots: CrowdDots;
  /** Seats of the bought zone, in dots; null where units and buyers don't match one to one. */
  readonly #seats: number | null;
  readonly #isStill: boolean;
  #palette: Palette;
  #areas: ZoneAreas | undefined;
  readonly #room: Record<CrowdZone, number>;
  readonly #steps: Record<CrowdZone, number>;
  readonly #x: Float32Array;
  readonly #y: Float32Array;
  #isPlaced = false;
  #frame = 0;
  #drawnAt = 0;

  constructor(canvas: HTMLCanvasElement, dots: CrowdDots, seats: number | null) {
    this.#canvas = canvas;
    this.#dots = dots;
    this.#seats = seats;
    this.#isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#palette = readPalette();
    this.#x = new Float32Array(dots.count);
    this.#y = new Float32Array(dots.count);
    const { count } = dots;
    const bought = seats ?? count / 2;
    const some = Math.min(count, 60);
    this.#room = {
      coming: count,
      counter: some,
      paying: Math.max(some, bought),
      bought,
      refused: count * 0.75,
      left: some,
    };
    this.#steps = { coming: 0, counter: 0, paying: 0, bought: 0, refused: 0, left: 0 };
  }

  /** Takes the colours of the theme as it is now. */
  recolor(): void {
    this.#palette = readPalette();
    this.#schedule();
  }

  /** Takes the zones as they lie now. */
  layOut(areas: ZoneAreas, width: number, height: number): void {
    const scale = devicePixelRatio;
    this.#canvas.width = Math.round(width * scale);
    this.#canvas.height = Math.round(height * scale);
    this.#areas = areas;
    for (const zone of crowdZones) this.#steps[zone] = this.#stepFor(zone);
    this.#isPlaced = false;
    this.#schedule();
  }

  /** The dots have new zones. */
  moved(): void {
    for (const zone of crowdZones) {
      const { length } = this.#dots.zones[zone];
      if (length <= this.#room[zone]) continue;
      this.#room[zone] = Math.min(this.#dots.count, length * ROOM);
      this.#steps[zone] = this.#stepFor(zone);
    }
    this.#schedule();
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }

  /** The largest distance of two dots at which a zone has the room that it needs. */
  #stepFor(zone: CrowdZone): number {
    const { width, height } = this.#areas?.[zone] ?? { width: 1, height: 1 };
    let step = LARGEST;
    while (step > SMALLEST && Math.floor(width / step) * Math.floor(height / step) < this.#room[zone])
      step -= 0.5;
    return step;
  }

  #place(zone: CrowdZone, index: number): { x: number; y: number } {
    const area = this.#areas?.[zone] ?? { x: 0, y: 0, width: 1, height: 1 };
    const step = this.#steps[zone];
    const columns = Math.max(1, Math.floor(area.width / step));
    const column = index % columns;
    const row = Math.floor(index / columns);
    // The crowd outside stands against the door, which is on its right.
    const x = zone === 'coming' ? area.width - (column + 1) * step : column * step;
    return { x: area.x + x, y: area.y + row * step };
  }

  #schedule(): void {
    cancelAnimationFrame(this.#frame);
    this.#drawnAt = performance.now();
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    const context = this.#canvas.getContext('2d');
    if (!context || !this.#areas) return;
    const now = performance.now();
    const isJump = this.#isStill || !this.#isPlaced;
    const share = isJump ? 1 : 1 - Math.exp(-(now - this.#drawnAt) / GLIDE_MS);
    this.#drawnAt = now;
    this.#isPlaced = true;
    const scale = devicePixelRatio;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    this.#drawSeats(context);
    let isMoving = false;
    for (const zone of crowdZones) {
      for (const [index, dot] of this.#dots.zones[zone].entries()) {
        const target = this.#place(zone, index);
        const x = (this.#x[dot] ?? 0) + (target.x - (this.#x[dot] ?? 0)) * share;
        const y = (this.#y[dot] ?? 0) + (target.y - (this.#y[dot] ?? 0)) * share;
        this.#x[dot] = x;
        this.#y[dot] = y;
        isMoving ||= Math.abs(target.x - x) + Math.abs(target.y - y) > 0.5;
        this.#drawDot(context, zone, index, x, y);
      }
    }
    if (isMoving) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  /** A seat a unit: what there is to buy, seen before anybody has it. */
  #drawSeats(context: CanvasRenderingContext2D): void {
    const size = this.#steps.bought * 0.72;
    for (let seat = this.#dots.zones.bought.length; seat < (this.#seats ?? 0); seat += 1) {
      const { x, y } = this.#place('bought', seat);
      drawUnit(context, this.#palette, { id: seat, state: 'free' }, x, y, size);
    }
  }

  #drawDot(context: CanvasRenderingContext2D, zone: CrowdZone, index: number, x: number, y: number): void {
    const size = this.#steps[zone] * 0.72;
    if (zone === 'bought') {
      const isTooMany = this.#seats !== null && index >= this.#seats;
      drawUnit(context, this.#palette, { id: 0, state: isTooMany ? 'oversold' : 'sold' }, x, y, size);
      return;
    }
    if (zone === 'paying') {
      drawUnit(context, this.#palette, { id: 0, state: 'held' }, x, y, size);
      return;
    }
    context.beginPath();
    context.arc(x + size / 2, y + size / 2, size * 0.38, 0, 2 * Math.PI);
    if (zone === 'refused' || zone === 'left') {
      context.strokeStyle = this.#palette.gone;
      context.lineWidth = Math.max(1, size * 0.12);
      context.stroke();
    } else {
      context.fillStyle = zone === 'counter' ? this.#palette.locked : this.#palette.person;
      context.fill();
    }
  }
}

function readPalette(): Palette {
  const colors = readColors(['ink-soft', 'ink-faint']);
  return { ...readUnitPalette(), person: colors['ink-soft'], gone: colors['ink-faint'] };
}
