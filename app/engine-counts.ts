/** Refills and retries of an engine since it was made, for whoever asks later than they happened. */
import type { Engine } from '@/engine/index';

export interface EngineCounts {
  /** By kind: inline, background. */
  readonly refills: ReadonlyMap<string, { readonly count: number; readonly units: number }>;
  /** By verb and error. */
  readonly retries: ReadonlyMap<
    string,
    { readonly verb: string; readonly error: string; readonly count: number }
  >;
}

/** Counts from now on. */
export function countEvents(engine: Engine): EngineCounts {
  const refills = new Map<string, { count: number; units: number }>();
  const retries = new Map<string, { verb: string; error: string; count: number }>();
  engine.events.on('refill', ({ kind, added }) => {
    const before = refills.get(kind);
    refills.set(kind, { count: (before?.count ?? 0) + 1, units: (before?.units ?? 0) + added });
  });
  engine.events.on('retry', ({ verb, code }) => {
    const key = `${verb} ${code}`;
    retries.set(key, { verb, error: code, count: (retries.get(key)?.count ?? 0) + 1 });
  });
  return { refills, retries };
}
