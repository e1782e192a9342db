import type { Transaction } from '@/db/transaction';
import type { AdjustRequest } from './adjust';
import type { ClaimRequest } from './claim';
import type { LoneEngine } from './index';
import type { LandRequest } from './land';
import type { ReceiveRequest } from './receive';
import type { HoldKey } from './results';
import type { ReturnRequest } from './return-sold';
import type { ShipRequest } from './ship';
import type { StockTruth } from './truth';

type Alongside = (tx: Transaction) => Promise<void>;

/** The verbs that end holds or change stock, with the other store told of it afterwards. */
export function tellEnds(engine: LoneEngine, truth: StockTruth) {
  const restocked = <R extends { readonly outcome: string }>(shopId: number, result: R): R => {
    if (result.outcome === 'done') truth.restocked(shopId);
    return result;
  };
  return {
    async claim(request: ClaimRequest, alongside?: Alongside) {
      const { shopId, reservationId } = request;
      const hold = { shopId, reservationId };
      const { hasPromises, isTold } = await truth.of(shopId);
      if (hasPromises) {
        const { outcome } = await engine.fill(hold);
        if (outcome === 'busy') return { outcome } as const;
        if (outcome === 'short') {
          // The other store promised what isn't there: the hold ends, and whoever has paid is told or served anew.
          await engine.release(hold);
          truth.ended(hold, false);
          return { outcome: 'released' } as const;
        }
      }
      const result = await engine.claim(request, alongside);
      if (isTold && result.outcome === 'claimed') truth.ended(hold, true);
      return result;
    },
    async release(hold: HoldKey) {
      const result = await engine.release(hold);
      const { isTold } = await truth.of(hold.shopId);
      if (isTold && result.outcome === 'released') truth.ended(hold, false);
      return result;
    },
    async expire(shopId: number, limit?: number) {
      const expired = await engine.expire(shopId, limit);
      const { isTold } = await truth.of(shopId);
      if (isTold) await truth.reconcile(shopId);
      return expired;
    },
    receive: async (request: ReceiveRequest, alongside?: Alongside) =>
      restocked(request.shopId, await engine.receive(request, alongside)),
    adjust: async (request: AdjustRequest, alongside?: Alongside) =>
      restocked(request.shopId, await engine.adjust(request, alongside)),
    ship: async (request: ShipRequest, alongside?: Alongside) =>
      restocked(request.shopId, await engine.ship(request, alongside)),
    land: async (request: LandRequest, alongside?: Alongside) =>
      restocked(request.shopId, await engine.land(request, alongside)),
    returnSold: async (request: ReturnRequest) => restocked(request.shopId, await engine.returnSold(request)),
  };
}
