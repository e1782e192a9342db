/**
 * Webhooks of the test gateway: signed by it, checked here. The signature covers the moment of sending, so that one that
 * was recorded can't be sent again later; within those minutes the event's key makes a repetition harmless.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { receivePaymentEvent } from '@/checkout/receive-payment-event';
import type { Engine } from '@/engine/index';
import { webhookSecret } from './account';

export const SIGNATURE_HEADER = 'lastunit-signature';

/** How far the two clocks may be apart, and how long a recorded webhook is good for. */
const TOLERANCE_SECONDS = 300;

const payloads = z.object({
  shopId: z.int().positive(),
  paymentId: z.uuid(),
  eventKey: z.string().min(1).max(80),
  kind: z.enum(['approved', 'declined', 'refunded']),
});

export type WebhookPayload = z.infer<typeof payloads>;

/** "t=1780000000,v1=hex": what stands in the header. */
export function signWebhook(secret: string, body: string, seconds = Math.floor(Date.now() / 1000)): string {
  return `t=${seconds},v1=${digest(secret, seconds, body).toString('hex')}`;
}

export function isSignedBy(secret: string, body: string, signature: string): boolean {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature);
  if (!match) return false;
  const seconds = Number(match[1]);
  if (Math.abs(Date.now() / 1000 - seconds) > TOLERANCE_SECONDS) return false;
  return timingSafeEqual(Buffer.from(match[2] as string, 'hex'), digest(secret, seconds, body));
}

function digest(secret: string, seconds: number, body: string): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest();
}

/** What the gateway is answered: a status that tells it to stop (2xx, 4xx) or to try again (5xx). */
export interface WebhookAnswer {
  readonly status: 200 | 400 | 401 | 404 | 503;
  readonly message: string;
}

/** Checks a webhook and acts on it. Nothing is written for one that isn't signed for this shop. */
export async function receiveWebhook(
  engine: Engine,
  shopId: number,
  body: string,
  signature: string,
): Promise<WebhookAnswer> {
  if (!isSignedBy(await webhookSecret(engine, shopId), body, signature)) {
    return { status: 401, message: 'The signature is not right, or too old.' };
  }
  const payload = parse(body);
  if (!payload || payload.shopId !== shopId) {
    return { status: 400, message: 'The body is not an event of this shop.' };
  }
  const { outcome } = await receivePaymentEvent(engine, payload);
  switch (outcome) {
    case 'unknown_payment':
      return { status: 404, message: 'No such payment.' };
    case 'busy':
      return { status: 503, message: 'Busy: send it again.' };
    case 'recorded':
      return { status: 200, message: 'Recorded.' };
  }
}

function parse(body: string): WebhookPayload | undefined {
  try {
    return payloads.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
