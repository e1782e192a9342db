/** The sampler of this process; survives reloads in development, and lets go of its viewers when the process is asked to end. */
import { getEngine } from '@/app/engine';
import { currentTraffic } from '@/app/traffic';
import { Sampler } from './sampler';

const shared = globalThis as typeof globalThis & { lastunitSampler?: Sampler };

export function getSampler(): Sampler {
  if (!shared.lastunitSampler) {
    const sampler = new Sampler({ engine: getEngine(), traffic: currentTraffic });
    shared.lastunitSampler = sampler;
    // An open stream would keep the web server from ending.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void sampler.close());
  }
  return shared.lastunitSampler;
}
