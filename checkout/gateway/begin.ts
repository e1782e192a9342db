import { lockAccount, planDelivery, setNextScript } from '@/checkout/sql/gateway';
import { call } from '@/db/statement';
import type { Engine } from '@/engine/index';
import { type OrderedScript, webhookSecret } from './account';
import { cardOfName } from './cards';

export interface GatewayPayment {
  readonly shopId: number;
  readonly paymentId: string;
  readonly cardScript: string;
  /** Earlier declines of the same card in the same checkout. */
  readonly declinesBefore: number;
}

/**
 * The gateway takes a payment on and plans what it will tell about it. Begun twice, it is one payment.
 *
 * Outcomes: `accepted`; `unreachable` when it can't be told, so that nothing will be charged.
 */
export async function beginAtGateway(
  engine: Engine,
  { shopId, paymentId, cardScript, declinesBefore }: GatewayPayment,
): Promise<'accepted' | 'unreachable'> {
  await webhookSecret(engine, shopId);
  return engine.database.transaction('gateway', async (tx) => {
    const [account] = await tx.send(call(lockAccount, { shopId }));
    const ordered: OrderedScript | null = account?.rows[0]?.nextScript ?? null;
    const card = cardOfName(cardScript);
    const deliveries = ordered?.deliveries ?? card?.deliveries(declinesBefore) ?? [];
    await tx.commit(
      call(setNextScript, { shopId, script: null }),
      ...deliveries.map(({ kind, eventKey, afterMs, isAfterHold = false }, index) =>
        call(planDelivery, {
          shopId,
          paymentId,
          deliveryNo: index + 1,
          kind,
          eventKey,
          afterMs,
          isAfterHold: isAfterHold ? 1 : 0,
        }),
      ),
    );
    return (ordered?.isUnreachable ?? card?.isUnreachable) ? 'unreachable' : 'accepted';
  });
}
