/** The one crowd of this process that checks out beside its neighbours; survives reloads in development. */
import { getDatabase } from '@/db/client';
import { currentSale, Traffic, type TrafficSettings } from '@/simulator/index';

/** After this it ends by itself: somebody may have forgotten it. */
const LONGEST_MS = 15 * 60_000;

const shared = globalThis as typeof globalThis & {
  lastunitTraffic?: Promise<Traffic>;
  lastunitTrafficNow?: Traffic;
};

/** The crowd that is there now, if there is one. */
export function currentTraffic(): Traffic | undefined {
  return shared.lastunitTrafficNow;
}

/** Starts the crowd, or answers why not. */
export async function startTraffic(): Promise<string | undefined> {
  if (shared.lastunitTraffic) return undefined;
  const sale = await currentSale(getDatabase());
  if (sale) return `Run ${sale.runId} is going on: the crowd would change its figures. Start it afterwards.`;
  const starting = Traffic.start(getDatabase().options.url);
  shared.lastunitTraffic = starting;
  try {
    shared.lastunitTrafficNow = await starting;
  } catch (error) {
    shared.lastunitTraffic = undefined;
    throw error;
  }
  setTimeout(() => void stopTraffic(starting), LONGEST_MS).unref();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stopTraffic(starting));
  return undefined;
}

export function changeTraffic(settings: TrafficSettings): void {
  shared.lastunitTrafficNow?.change(settings);
}

/** Ends the crowd; `only` keeps a forgotten timer from ending a later one. */
export async function stopTraffic(only?: Promise<Traffic>): Promise<void> {
  const running = shared.lastunitTraffic;
  if (!running || (only && only !== running)) return;
  shared.lastunitTraffic = undefined;
  shared.lastunitTrafficNow = undefined;
  await (await running).stop();
}
