import { call } from '@/db/statement';
import type { Engine } from '@/engine/index';
import { decideHold } from './decide-hold';
import { newId } from './ids';
import type { HoldRequest, HoldResult, NamedHold } from './reserve-somewhere';
import type { CheckoutKey } from './save-delivery';
import { nameHold, readHold } from './sql/checkouts';

export type { HoldRequest, HoldResult, ShortItem } from './reserve-somewhere';

/**
 * Makes the checkout's hold, from the locations that routing chooses; where one has run dry meanwhile, routing chooses
 * anew. A live hold for the same region is kept as it is, and a stale one's units are free for the new one.
 *
 * Outcomes: `held` (`isRepeat` when it was there), `sold_out` and `all_held` with what each item lacks, `busy`, `ended`.
 */
export async function holdUnits(engine: Engine, request: HoldRequest): Promise<HoldResult> {
  const { shopId, checkoutId } = request;
  for (;;) {
    const named = await nextHold(engine, { shopId, checkoutId });
    if (named.outcome !== 'named') return named;
    const result = await decideHold(engine, request, named);
    if (result.outcome === 'ended') continue;
    if (result.outcome !== 'held' || (await isStill(engine, request, named.reservationId))) return result;
    // Another tab has changed the region meanwhile, and made a hold of its own.
    await engine.release({ shopId, reservationId: named.reservationId });
  }
}

/** The live hold, or the id of the next one: whoever asks at the same time gets the same. */
async function nextHold(
  engine: Engine,
  key: CheckoutKey,
): Promise<NamedHold | Extract<HoldResult, { outcome: 'held' | 'ended' }>> {
  for (;;) {
    const row = await read(engine, key);
    if (row?.checkoutStatus !== 'open') return { outcome: 'ended' };
    const { reservationId, replacesId, holdStatus, regionCode, heldRegionCode } = row;
    const isForRegion = regionCode === heldRegionCode;
    if (reservationId && isForRegion) {
      if (holdStatus === 'held' && row.isInTime) return { outcome: 'held', reservationId, isRepeat: true };
      if (!holdStatus) return { outcome: 'named', reservationId, replaces: replacesId, regionCode };
    }
    const replaces = holdStatus ? reservationId : replacesId;
    await engine.database.session('checkout', (session) =>
      session.send(call(nameHold, { ...key, reservationId: newId(), previousId: reservationId, replaces })),
    );
  }
}

async function read(engine: Engine, key: CheckoutKey) {
  const [result] = await engine.database.session('checkout', (session) =>
    session.send(call(readHold, { ...key })),
  );
  return result?.rows[0];
}

async function isStill(engine: Engine, key: CheckoutKey, reservationId: string): Promise<boolean> {
  const { shopId, checkoutId } = key;
  return (await read(engine, { shopId, checkoutId }))?.reservationId === reservationId;
}
