/** How often a password may be tried: by one address, and by all together, so that many addresses don't help. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const shared = globalThis as typeof globalThis & { lastunitLimits?: Limits };

interface Limits {
  readonly byAddress: RateLimiterMemory;
  readonly together: RateLimiterMemory;
}

function limits(): Limits {
  shared.lastunitLimits ??= {
    byAddress: new RateLimiterMemory({ points: 6, duration: 60 }),
    together: new RateLimiterMemory({ points: 60, duration: 600 }),
  };
  return shared.lastunitLimits;
}

/** Counts a try. Returns the seconds to wait when there were too many, else undefined. */
export async function countTry(address: string): Promise<number | undefined> {
  try {
    await limits().byAddress.consume(address);
    await limits().together.consume('all');
    return undefined;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.ceil(refusal.msBeforeNext / 1000);
    throw refusal;
  }
}
