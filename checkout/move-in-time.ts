/** Moves rows in time for tests: a hold that is over now, a webhook that is due now. Clocks stay as they are. */
import { call } from '@/db/statement';
import type { Engine } from '@/engine/index';
import type { CheckoutKey } from './save-delivery';
import { dueNow, overNow } from './sql/move-in-time';

/** The live hold of a checkout is over its time. True when there was one. */
export async function expireHoldNow(engine: Engine, { shopId, checkoutId }: CheckoutKey): Promise<boolean> {
  const [moved] = await engine.database.session('test', (session) =>
    session.send(call(overNow, { shopId, checkoutId })),
  );
  return moved?.affectedRows === 1;
}

/** Webhooks that the gateway has planned for a shop are due. Returns how many there are. */
export async function makePaymentsDue(engine: Engine, shopId: number): Promise<number> {
  const [moved] = await engine.database.session('test', (session) => session.send(call(dueNow, { shopId })));
  return moved?.affectedRows ?? 0;
}
