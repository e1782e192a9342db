/** A shop's account at the test gateway: the secret between the two, and what a test has ordered. */
import { randomBytes } from 'node:crypto';
import { openAccount, readAccount, setNextScript } from '@/checkout/sql/gateway';
import { call } from '@/db/statement';
import type { Engine } from '@/engine/index';
import type { PlannedDelivery } from './cards';

/** What a test orders for the next payment, whatever its card says. */
export interface OrderedScript {
  readonly deliveries: readonly PlannedDelivery[];
  readonly isUnreachable?: boolean;
}

/** The secret that signs the shop's webhooks; the account is opened on first use. */
export async function webhookSecret(engine: Engine, shopId: number): Promise<string> {
  const secret = randomBytes(32).toString('hex');
  const [read] = await engine.database.session('gateway', (session) =>
    session.send(call(readAccount, { shopId })),
  );
  if (read?.rows[0]) return read.rows[0].webhookSecret;
  const results = await engine.database.session('gateway', (session) =>
    session.send(call(openAccount, { shopId, secret }), call(readAccount, { shopId })),
  );
  return results[1]?.rows[0]?.webhookSecret;
}

/** The next payment of the shop does this instead of what its card says. */
export async function scriptNextPayment(
  engine: Engine,
  shopId: number,
  script: OrderedScript,
): Promise<void> {
  await webhookSecret(engine, shopId);
  await engine.database.session('gateway', (session) =>
    session.send(call(setNextScript, { shopId, script: JSON.stringify(script) })),
  );
}
