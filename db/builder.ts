/**
 * The connection as drizzle sees it: every statement it builds gets the tag of its session, counts as a packet and
 * pays the round-trip delay, exactly as hand-written statements do.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { PoolConnection } from 'mysql2/promise';
import type { Session } from './session';
import { tagged } from './statement';

const PAGE_QUERY = 'page.query';

type QueryOptions = { sql: string } & Record<string, unknown>;

export function builderConnection(session: Session): PoolConnection {
  const { connection, link } = session;
  return new Proxy(connection, {
    get(target, property) {
      const value = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      if (property !== 'query' && property !== 'execute') return value.bind(target);
      return async (query: string | QueryOptions, params?: unknown) => {
        const text = tagged(link.tag, PAGE_QUERY, typeof query === 'string' ? query : query.sql);
        const startedAt = performance.now();
        try {
          if (link.roundTripDelayMs > 0) await delay(link.roundTripDelayMs);
          return await value.call(target, typeof query === 'string' ? text : { ...query, sql: text }, params);
        } finally {
          link.stats.packet(link.tag, performance.now() - startedAt, PAGE_QUERY);
        }
      };
    },
  });
}
