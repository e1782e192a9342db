/** What is measured of a roll-out: sums that only grow, looked at again and again, and what they grew by in the window. */
import type { RollOutMeasures } from '@/db/schema/roll-out';

/** Sums at one moment; each is what has been counted since a beginning that stays the same. */
export interface Sample {
  /** By this process's monotonic clock, in ms. */
  readonly at: number;
  readonly decided: number;
  readonly failed: number;
  readonly compared: number;
  readonly differences: number;
  readonly bug: number;
  readonly lockWaits: number;
  /** Open at that moment, and allowed. */
  readonly connections: number;
  readonly mostConnections: number;
}

/** Less than this isn't taken for a rate, in s: two waits in one second are not a hundred in fifty. */
const LEAST_SECONDS = 5;

export class Sampler {
  #samples: Sample[] = [];
  #subject = '';

  /** Adds a sample and answers what the window shows. Another subject (pod, step) begins a window of its own. */
  add(subject: string, sample: Sample, windowSeconds: number, podId: number | null): RollOutMeasures {
    if (subject !== this.#subject) this.#samples = [];
    this.#subject = subject;
    this.#samples.push(sample);
    const since = sample.at - windowSeconds * 1_000;
    // The last one before the window stays: what grew since then grew within it.
    const first = this.#samples.findLastIndex(({ at }) => at <= since);
    if (first > 0) this.#samples.splice(0, first);
    const [oldest = sample] = this.#samples;
    const grown = (key: 'decided' | 'failed' | 'compared' | 'differences' | 'bug' | 'lockWaits') =>
      Math.max(0, sample[key] - oldest[key]);
    const seconds = Math.max(LEAST_SECONDS, (sample.at - oldest.at) / 1_000);
    const decided = grown('decided');
    const compared = grown('compared');
    return {
      podId,
      decided,
      compared,
      errorPercent: percent(grown('failed'), decided),
      differencePercent: percent(grown('differences'), compared),
      unexplained: grown('bug'),
      lockWaitsPerSecond: grown('lockWaits') / seconds,
      connectionPercent: Math.max(
        ...this.#samples.map(({ connections, mostConnections }) => percent(connections, mostConnections)),
      ),
    };
  }
}

const percent = (part: number, whole: number) => (whole > 0 ? (part * 100) / whole : 0);
