/** What a sale costs the process that carries it out: so that the figures of a busy client are not taken for the database's. */
import { performance } from 'node:perf_hooks';

export interface ClientUse {
  /** Processor time of the process while the doors were open, user and system. */
  readonly cpuMs: number;
  /** Most memory that the process has had resident since it began. */
  readonly maxRssMb: number;
}

/** Begins to measure; the returned function ends it. */
export function measureClient(): () => { readonly tookMs: number; readonly use: ClientUse } {
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpuBefore);
    return {
      tookMs: performance.now() - startedAt,
      use: {
        cpuMs: Math.round((user + system) / 1000),
        // Node gives the maximum in kilobytes on every system.
        maxRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
      },
    };
  };
}
