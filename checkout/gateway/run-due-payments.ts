import { beginPayment } from '@/checkout/begin-payment';
import { finishCancelledOrder } from '@/checkout/cancel-order';
import { finishPayment } from '@/checkout/finish-payment';
import { receivePaymentEvent } from '@/checkout/receive-payment-event';
import {
  endDelivery,
  findDueDeliveries,
  findOverduePayments,
  findUnbegunPayments,
  findUnrestockedOrders,
  findUnsettledPayments,
  postponeDelivery,
  readNextDue,
  takeDueDelivery,
} from '@/checkout/sql/gateway';
import { call } from '@/db/statement';
import type { Engine } from '@/engine/index';
import { webhookSecret } from './account';
import { receiveWebhook, signWebhook, type WebhookAnswer, type WebhookPayload } from './webhook';

const BATCH = 50;
const MOST_TRIES = 12;

export interface DuePayments {
  /** Things that were done. */
  readonly handled: number;
  /** Time until there is something to do again, in ms; at most a day. */
  readonly nextInMs: number;
}

/** Brings a signed webhook to the shop. By default in this process; it enters as one from outside does. */
export type Deliver = (
  engine: Engine,
  shopId: number,
  body: string,
  signature: string,
) => Promise<WebhookAnswer>;

/**
 * Does what is due around payments: sends the gateway's webhooks, stops waiting for answers that don't come, and finishes
 * what a process that died has left. Any number may run at once and any may be killed: each step is taken with a
 * condition and is idempotent. No connection is held between steps.
 */
export async function runDuePayments(
  engine: Engine,
  deliver: Deliver = receiveWebhook,
): Promise<DuePayments> {
  const [due, overdue, unsettled, unbegun, unrestocked] = await engine.database.session(
    'gateway',
    (session) =>
      session.send(
        ...[
          findDueDeliveries,
          findOverduePayments,
          findUnsettledPayments,
          findUnbegunPayments,
          findUnrestockedOrders,
        ].map((statement) => call(statement, { batchSize: BATCH })),
      ),
  );
  const work = [
    ...rows<Delivery>(due).map((delivery) => () => send(engine, delivery, deliver)),
    ...rows<PaymentKey>(overdue).map(
      (key) => () => receivePaymentEvent(engine, { ...key, eventKey: 'timed_out', kind: 'timed_out' }),
    ),
    ...rows<PaymentKey>(unsettled).map((key) => () => finishPayment(engine, key)),
    ...rows<PaymentKey>(unbegun).map((key) => () => beginPayment(engine, key)),
    ...rows<{ shopId: number; orderId: string }>(unrestocked).map(
      (key) => () => finishCancelledOrder(engine, key),
    ),
  ];
  const ended = await Promise.allSettled(work.map((step) => step()));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  const [next] = await engine.database.session('gateway', (session) => session.send(call(readNextDue)));
  return { handled: work.length, nextInMs: Math.max(0, next?.rows[0]?.inMs ?? 0) };
}

interface PaymentKey {
  shopId: number;
  paymentId: string;
}

interface Delivery extends PaymentKey {
  deliveryNo: number;
  eventKey: string;
  kind: WebhookPayload['kind'];
  tries: number;
}

function rows<T>(result: { rows: unknown[] } | undefined): T[] {
  return (result?.rows ?? []) as T[];
}

async function send(engine: Engine, delivery: Delivery, deliver: Deliver): Promise<void> {
  const { shopId, paymentId, deliveryNo, eventKey, kind, tries } = delivery;
  const key = { shopId, paymentId, deliveryNo };
  const [taken] = await engine.database.session('gateway', (session) =>
    session.send(call(takeDueDelivery, key)),
  );
  if (taken?.affectedRows !== 1) return;
  const body = JSON.stringify({ shopId, paymentId, eventKey, kind } satisfies WebhookPayload);
  const signature = signWebhook(await webhookSecret(engine, shopId), body);
  const { status } = await deliver(engine, shopId, body, signature);
  const isOver = status < 500 || tries + 1 >= MOST_TRIES;
  await engine.database.session('gateway', (session) =>
    session.send(
      isOver
        ? call(endDelivery, { ...key, status: status < 300 ? 'delivered' : 'abandoned' })
        : call(postponeDelivery, { ...key, delaySeconds: 2 ** Math.min(tries, 8) }),
    ),
  );
}
