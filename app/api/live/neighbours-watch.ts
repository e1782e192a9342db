/**
 * What the neighbours do to the checkouts beside them, phase by phase: a phase lasts as long as the switches stay as they
 * are, so that before and after stand side by side. The figures are what was measured, whatever they are.
 */
import { performance } from 'node:perf_hooks';
import type { TagStats } from '@/db/connection-stats';
import type { Traffic, TrafficReading } from '@/simulator/index';
import { Rate } from './rate';
import type { CountersView, NeighbourPhase, NeighboursView } from './snapshot';

const MOST_PHASES = 6;

type Counts = Pick<CountersView, 'selects' | 'commits'>;

interface Reading extends Counts {
  readonly at: number;
  readonly checkouts: number;
  readonly refused: number;
  readonly tags: ReadonlyMap<string, TagStats>;
}

export class NeighboursWatch {
  readonly #pace = new Rate(5_000);
  #traffic: Traffic | undefined;
  #start: { phase: number; reading: Reading } | undefined;
  #phases: NeighbourPhase[] = [];

  /** null while there is no crowd. `counters` are those of the whole server, if they could be read. */
  read(traffic: Traffic | undefined, counters: Counts | null): NeighboursView | null {
    if (traffic !== this.#traffic) {
      this.#traffic = traffic;
      this.#start = undefined;
      this.#phases = [];
    }
    if (!traffic) return null;
    const { settings, phase, connections, failure, ...figures } = traffic.read();
    const reading = toReading(figures, counters);
    if (this.#start?.phase !== phase) {
      this.#start = { phase, reading };
      this.#phases = [...this.#phases, { ...settings, ...between(reading, reading) }].slice(-MOST_PHASES);
    }
    this.#phases = [...this.#phases.slice(0, -1), { ...settings, ...between(this.#start.reading, reading) }];
    return {
      ...settings,
      failure,
      connections,
      checkoutsPerSecondNow: this.#pace.add(reading.at, reading.checkouts),
      phases: this.#phases,
    };
  }
}

function toReading(
  { checkouts, refused, tags }: Pick<TrafficReading, 'checkouts' | 'refused' | 'tags'>,
  counters: Counts | null,
): Reading {
  return {
    at: performance.now(),
    checkouts,
    refused,
    selects: counters?.selects ?? 0,
    commits: counters?.commits ?? 0,
    tags: new Map(tags.map((tag) => [tag.tag, tag])),
  };
}

function between(start: Reading, end: Reading): Omit<NeighbourPhase, 'hasNeighbours' | 'repaired'> {
  const seconds = (end.at - start.at) / 1000;
  const checkouts = end.checkouts - start.checkouts;
  const perSecond = (figure: 'checkouts' | 'selects' | 'commits' | 'refused') =>
    seconds > 0 ? (end[figure] - start[figure]) / seconds : 0;
  const grown = (tag: string, figure: 'heldMs' | 'waitedMs') =>
    (end.tags.get(tag)?.[figure] ?? 0) - (start.tags.get(tag)?.[figure] ?? 0);
  const perCheckout = (ms: number) => (checkouts > 0 ? ms / checkouts : 0);
  const tags = [...end.tags.keys()];
  const sum = (figure: 'heldMs' | 'waitedMs') => tags.reduce((total, tag) => total + grown(tag, figure), 0);
  return {
    seconds,
    checkoutsPerSecond: perSecond('checkouts'),
    refusedPerSecond: perSecond('refused'),
    selectsPerSecond: perSecond('selects'),
    commitsPerSecond: perSecond('commits'),
    heldMsPerCheckout: perCheckout(sum('heldMs')),
    waitedMsPerCheckout: perCheckout(sum('waitedMs')),
    heldByTag: tags
      .map((tag) => ({ tag, msPerCheckout: perCheckout(grown(tag, 'heldMs')) }))
      .filter(({ msPerCheckout }) => msPerCheckout > 0.005)
      .sort((a, b) => b.msPerCheckout - a.msPerCheckout),
  };
}
