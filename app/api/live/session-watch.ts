/** Sessions of the whole server over the last readings: one reading is a moment, the mean of many tells who is busy. */
import type { SessionGroup } from '@/db/panel/sessions';
import type { SessionsView } from './snapshot';

const READINGS = 30;

const keyOf = ({ tag, schema }: SessionGroup): string => `${tag} ${schema}`;

export class SessionWatch {
  #readings: ReadonlyMap<string, SessionGroup>[] = [];

  view(groups: readonly SessionGroup[]): SessionsView {
    this.#readings = [...this.#readings, new Map(groups.map((group) => [keyOf(group), group]))].slice(
      -READINGS,
    );
    const known = new Map(this.#readings.flatMap((reading) => [...reading]));
    const mean = (key: string, pick: (group: SessionGroup) => number) =>
      this.#readings.reduce((sum, reading) => {
        const group = reading.get(key);
        return sum + (group ? pick(group) : 0);
      }, 0) / this.#readings.length;
    return {
      readings: this.#readings.length,
      groups: [...known]
        .map(([key, { tag, schema }]) => ({
          tag,
          schema,
          sessions: this.#readings.at(-1)?.get(key)?.sessions ?? 0,
          running: mean(key, (group) => group.running),
          idleInTransaction: mean(key, (group) => group.idleInTransaction),
        }))
        .sort((a, b) => b.running + b.idleInTransaction - (a.running + a.idleInTransaction)),
    };
  }
}
