/** What a test may do to the shop from outside. Hooks move rows, never clocks. */
import { z } from 'zod';
import { scriptNextPayment, webhookSecret } from '@/checkout/gateway/account';
import { runDuePayments } from '@/checkout/gateway/run-due-payments';
import { expireHoldNow, makePaymentsDue } from '@/checkout/move-in-time';
import { makeFreshShop } from '@/db/fresh-shop';
import type { Engine } from '@/engine/index';
import { forgetBrowser } from '@/lab/index';

const seconds = z.int().min(1).max(86_400);
const shopId = z.int().positive();

const freshShop = z.object({
  locations: z
    .array(
      z.object({
        name: z.string().min(1).max(80),
        regions: z.record(z.string().regex(/^[a-z-]{1,20}$/), z.int().min(0).max(1000)),
      }),
    )
    .min(1)
    .max(20)
    .default([{ name: 'Berlin', regions: { europe: 1 } }]),
  products: z
    .array(
      z.object({
        title: z.string().min(1).max(80),
        priceMinor: z.int().min(0).max(10_000_000).default(1000),
        stock: z.record(z.string(), z.int().min(0).max(1_000_000)),
      }),
    )
    .min(1)
    .max(100)
    .default([{ title: 'Last One', priceMinor: 1000, stock: { Berlin: 1 } }]),
  holdSeconds: seconds.default(300),
  paymentExtensionSeconds: seconds.default(120),
});

const delivery = z.object({
  kind: z.enum(['approved', 'declined', 'refunded']),
  eventKey: z.string().min(1).max(80),
  afterMs: z.int().min(0).max(86_400_000).default(0),
  isAfterHold: z.boolean().optional(),
});

interface Hook<T extends z.ZodType> {
  readonly input: T;
  readonly run: (engine: Engine, input: z.output<T>) => Promise<unknown>;
}

function hook<T extends z.ZodType>(input: T, run: Hook<T>['run']): Hook<z.ZodType> {
  return { input, run } as unknown as Hook<z.ZodType>;
}

export const hooks: Readonly<Record<string, Hook<z.ZodType>>> = {
  /** A shop of its own, so that tests don't meet. */
  shop: hook(freshShop, async (engine, plan) => {
    const shop = await makeFreshShop(engine.database, plan);
    return { ...shop, webhookSecret: await webhookSecret(engine, shop.shopId) };
  }),
  /** The hold of a checkout is over now; it is taken back when somebody needs it, or by a sweep. */
  'expire-hold': hook(z.object({ shopId, checkoutId: z.uuid() }), async (engine, key) => ({
    expired: await expireHoldNow(engine, key),
  })),
  /** Takes back what is over its time. */
  sweep: hook(z.object({ shopId }), async (engine, { shopId: id }) => ({
    released: await engine.expire(id),
  })),
  /** The next payment does this, whatever its card says. */
  'next-payment': hook(
    z.object({
      shopId,
      deliveries: z.array(delivery).max(20).default([]),
      isUnreachable: z.boolean().optional(),
    }),
    async (engine, { shopId: id, ...script }) => {
      await scriptNextPayment(engine, id, script);
      return { scripted: script.deliveries.length };
    },
  ),
  /** The browser that had this lab has not been heard of for too long; the lab is closed by the next sweep. */
  'forget-browser': hook(z.object({ labId: z.uuid() }), async (_, { labId }) => ({
    isKnown: await forgetBrowser(labId),
  })),
  /** What the gateway has planned for this shop is due now, and done before the answer. */
  'run-payments': hook(z.object({ shopId }), async (engine, { shopId: id }) => {
    await makePaymentsDue(engine, id);
    return runDuePayments(engine);
  }),
};
