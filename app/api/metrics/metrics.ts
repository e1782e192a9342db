/** What this process tells Prometheus. Read when asked; nothing is sampled in between. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { EngineCounts } from '@/app/engine-counts';
import type { Engine } from '@/engine/index';

/** Metrics of one engine, what it has counted, and its connections. `viewers` says how many look at the panel. */
export function createMetrics(engine: Engine, counts: EngineCounts, viewers: () => number): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'lastunit_' });
  const { database } = engine;

  new Counter({
    name: 'lastunit_refills_total',
    help: 'Refills of a pool by this process',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset();
      for (const [kind, { count }] of counts.refills) this.inc({ kind }, count);
    },
  });
  new Counter({
    name: 'lastunit_refilled_units_total',
    help: 'Units that this process laid out as rows',
    registers,
    collect() {
      this.reset();
      for (const { units } of counts.refills.values()) this.inc(units);
    },
  });
  new Counter({
    name: 'lastunit_retries_total',
    help: 'Transactions that were run again, by verb and error',
    labelNames: ['verb', 'error'],
    registers,
    collect() {
      this.reset();
      for (const { verb, error, count } of counts.retries.values()) this.inc({ verb, error }, count);
    },
  });

  new Gauge({
    name: 'lastunit_connections',
    help: 'Connections of this process: in use, limit, and callers in line for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { inUse, waiting, limit } = database.connections;
      this.set({ state: 'in_use' }, inUse);
      this.set({ state: 'limit' }, limit);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  new Gauge({
    name: 'lastunit_panel_viewers',
    help: 'Open streams of the live panel',
    registers,
    collect() {
      this.set(viewers());
    },
  });
  perTag('connection_holds_total', 'Holds of a connection, from acquire to release', 'count', 1);
  perTag('connection_hold_seconds_total', 'Time that connections were held', 'heldMs', 1000);
  perTag('connection_wait_seconds_total', 'Time that callers waited for a connection', 'waitedMs', 1000);
  perTag('statement_seconds_total', 'Time between sending a packet and its last result', 'statementMs', 1000);
  perTag('packets_total', 'Packets sent, one round trip each', 'packets', 1);
  return registry;

  /** The database adds up by itself since the process started, so each scrape sets the sum anew. */
  function perTag(
    name: string,
    help: string,
    figure: 'count' | 'heldMs' | 'waitedMs' | 'statementMs' | 'packets',
    divisor: number,
  ): void {
    new Counter({
      name: `lastunit_${name}`,
      help: `${help}, by tag`,
      labelNames: ['tag'],
      registers,
      collect() {
        this.reset();
        for (const stats of database.stats.read()) this.inc({ tag: stats.tag }, stats[figure] / divisor);
      },
    });
  }
}
