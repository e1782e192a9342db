import { call } from '@/db/statement';
import type { Engine } from '@/engine/index';
import { beginAtGateway } from './gateway/begin';
import { failPendingAttempt, markAccepted, readAttempts, readPayment } from './sql/payments';

/**
 * Tells the gateway about a payment that was written down. Told twice, it is one payment.
 *
 * Outcomes: `accepted`; `unreachable` after which the attempt has failed and nothing is charged.
 */
export async function beginPayment(
  engine: Engine,
  { shopId, paymentId }: { readonly shopId: number; readonly paymentId: string },
): Promise<'accepted' | 'unreachable'> {
  const [read] = await engine.database.session('checkout', (session) =>
    session.send(call(readPayment, { shopId, paymentId })),
  );
  const payment = read?.rows[0];
  if (payment?.status !== 'pending' || payment.acceptedAt) return 'accepted';
  const { checkoutId, cardScript, cardLast4 } = payment;
  const [attempts] = await engine.database.session('checkout', (session) =>
    session.send(call(readAttempts, { shopId, checkoutId })),
  );
  const declinesBefore = (attempts?.rows ?? []).filter(
    (one) => one.status === 'declined' && one.cardLast4 === cardLast4,
  ).length;
  const answer = await beginAtGateway(engine, { shopId, paymentId, cardScript, declinesBefore });
  await engine.database.session('checkout', (session) =>
    session.send(
      answer === 'accepted'
        ? call(markAccepted, { shopId, paymentId })
        : call(failPendingAttempt, { shopId, paymentId, status: 'declined', reason: 'unreachable' }),
    ),
  );
  return answer;
}
