/** The crowd as dots: which dot is in which zone, and at which place of it. Pure; drawing is in crowd-drawing.ts. */
import { type CrowdZone, crowdZones } from './words';

/** More dots than this are a grey mass; beyond it a dot stands for several buyers. */
const MOST_DOTS = 600;

/** From which zones somebody comes into a zone, the nearest first. */
const sources: Record<CrowdZone, readonly CrowdZone[]> = {
  coming: [],
  counter: ['coming'],
  paying: ['counter', 'coming'],
  refused: ['counter', 'coming'],
  left: ['paying', 'counter', 'coming'],
  bought: ['paying', 'counter', 'coming'],
};

const fillOrder: readonly CrowdZone[] = ['bought', 'left', 'refused', 'paying', 'counter'];

export class CrowdDots {
  readonly buyersPerDot: number;
  readonly count: number;
  /** Dots of each zone, in the order in which they stand there. */
  readonly zones: Record<CrowdZone, number[]>;

  constructor(buyers: number) {
    this.buyersPerDot = Math.max(1, Math.ceil(buyers / MOST_DOTS));
    this.count = Math.ceil(buyers / this.buyersPerDot);
    this.zones = { coming: [], counter: [], paying: [], bought: [], refused: [], left: [] };
    this.zones.coming = Array.from({ length: this.count }, (_, dot) => dot);
  }

  /** Moves as few dots as possible so that every zone has its share. */
  move(buyers: Record<CrowdZone, number>): void {
    const wanted = this.#shares(buyers);
    for (const zone of fillOrder) {
      for (const source of sources[zone]) {
        while (this.zones[zone].length < wanted[zone] && this.zones[source].length > 0) {
          // Who stands nearest to the door of the sale goes first; at the counter and the till, who came first.
          const dot = source === 'coming' ? this.zones[source].pop() : this.zones[source].shift();
          if (dot !== undefined) this.zones[zone].push(dot);
        }
      }
    }
  }

  /** Whole dots a zone: the largest remainders are rounded up, and nobody who is there is left out. */
  #shares(buyers: Record<CrowdZone, number>): Record<CrowdZone, number> {
    const exact = crowdZones.map((zone) => ({ zone, share: buyers[zone] / this.buyersPerDot }));
    const shares = Object.fromEntries(
      exact.map(({ zone, share }) => [zone, share > 0 ? Math.max(1, Math.floor(share)) : 0]),
    ) as Record<CrowdZone, number>;
    let rest = this.count - Object.values(shares).reduce((sum, share) => sum + share, 0);
    const byRemainder = [...exact].sort((a, b) => (b.share % 1) - (a.share % 1));
    for (const { zone, share } of byRemainder) {
      if (rest <= 0) break;
      if (share < 1) continue;
      shares[zone] += 1;
      rest -= 1;
    }
    return shares;
  }
}
