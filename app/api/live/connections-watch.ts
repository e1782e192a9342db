/** Who holds the connections of this process: what the database added up per tag, and its growth over ten seconds. */
import { performance } from 'node:perf_hooks';
import type { Database } from '@/db/database';
import { Rate } from './rate';
import type { ConnectionsView } from './snapshot';

/** Most lines of statements that a tag shows. */
const MOST_STATEMENTS = 12;

export class ConnectionsWatch {
  readonly #database: Database;
  readonly #held = new Map<string, Rate>();
  readonly #statements = new Map<string, Rate>();

  constructor(database: Database) {
    this.#database = database;
  }

  read(): ConnectionsView {
    const now = performance.now();
    const tags = this.#database.stats.read().map((stats) => ({
      ...stats,
      statements: this.#database.stats.statementsOf(stats.tag, MOST_STATEMENTS),
      // Milliseconds held a second are thousandths of a connection.
      heldNow: rateOf(this.#held, stats.tag).add(now, stats.heldMs) / 1000,
      statementsNow: rateOf(this.#statements, stats.tag).add(now, stats.statementMs) / 1000,
    }));
    const all = tags.reduce((sum, { heldNow }) => sum + heldNow, 0);
    return {
      ...this.#database.connections,
      tags: tags
        .map((tag) => ({ ...tag, shareNow: all > 0 ? tag.heldNow / all : 0 }))
        .sort((a, b) => b.heldNow - a.heldNow || b.heldMs - a.heldMs),
    };
  }
}

function rateOf(rates: Map<string, Rate>, tag: string): Rate {
  const rate = rates.get(tag) ?? new Rate();
  rates.set(tag, rate);
  return rate;
}
