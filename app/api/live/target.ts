/** What an address asks to look at: `?shop=1` the live shop, `&run=12` a run. */
import { z } from 'zod';
import type { Target } from './snapshot';

const id = z.coerce.number().int().min(1).max(4_294_967_295);
const shape = z.object({ shop: id.default(1), run: id.optional() });

/** `undefined` when the address doesn't name one. */
export function targetOf(query: Record<string, unknown>): Target | undefined {
  const judged = shape.safeParse(query);
  return judged.success ? { shopId: judged.data.shop, runId: judged.data.run ?? null } : undefined;
}
