/** Statements on the test gateway's own records. It is a company of its own: its list of what is due spans all shops. */
import { type Statement, sqlText } from '@/db/statement';

export const openAccount: Statement = {
  name: 'gateway.open_account',
  purpose: "Opens a shop's account at the gateway; one that is there keeps its secret.",
  sql: sqlText(`
    INSERT INTO gateway_accounts
           (shop_id, webhook_secret)
    VALUES (:shopId, :secret)
        ON DUPLICATE KEY UPDATE shop_id = shop_id
  `),
};

export const readAccount: Statement = {
  name: 'gateway.read_account',
  purpose: 'Reads the secret that signs webhooks.',
  sql: sqlText(`
    SELECT webhook_secret AS webhookSecret
      FROM gateway_accounts
     WHERE shop_id = :shopId
  `),
};

export const lockAccount: Statement = {
  name: 'gateway.lock_account',
  purpose: 'Takes what a test has ordered for the next payment.',
  sql: sqlText(`
    SELECT next_script AS nextScript
      FROM gateway_accounts
     WHERE shop_id = :shopId
       FOR UPDATE
  `),
};

export const setNextScript: Statement = {
  name: 'gateway.set_next_script',
  purpose: 'Orders what the next payment is to do.',
  sql: sqlText(`
    UPDATE gateway_accounts
       SET next_script = :script
     WHERE shop_id = :shopId
  `),
};

export const planDelivery: Statement = {
  name: 'gateway.plan_delivery',
  purpose: 'Notes a webhook that is to be sent; a payment begun twice has the same ones.',
  sql: sqlText(`
    INSERT INTO gateway_deliveries
           (shop_id, payment_id, delivery_no, event_key, kind, due_at)
    SELECT :shopId, UUID_TO_BIN(:paymentId), :deliveryNo, :eventKey, :kind,
           IF(:isAfterHold, GREATEST(NOW(3), COALESCE(MAX(hold.expires_at), NOW(3))), NOW(3))
             + INTERVAL :afterMs * 1000 MICROSECOND
      FROM payment_attempts AS attempt
           STRAIGHT_JOIN checkouts AS checkout
        ON checkout.shop_id = attempt.shop_id
       AND checkout.checkout_id = attempt.checkout_id
           LEFT JOIN reservations AS hold
        ON hold.shop_id = checkout.shop_id
       AND hold.reservation_id = checkout.reservation_id
     WHERE attempt.shop_id = :shopId
       AND attempt.payment_id = UUID_TO_BIN(:paymentId)
        ON DUPLICATE KEY UPDATE delivery_no = gateway_deliveries.delivery_no
  `),
};

export const findDueDeliveries: Statement = {
  name: 'gateway.find_due',
  purpose: 'Lists the webhooks that are due, and locks none: whoever sends one takes it first.',
  sql: sqlText(`
    SELECT shop_id AS shopId,
           BIN_TO_UUID(payment_id) AS paymentId,
           delivery_no AS deliveryNo,
           event_key AS eventKey,
           kind,
           tries
      FROM gateway_deliveries
     WHERE status = 'waiting'
       AND due_at <= NOW(3)
     ORDER BY status, due_at
     LIMIT :batchSize
  `),
};

export const takeDueDelivery: Statement = {
  name: 'gateway.take_if_due',
  purpose: 'Takes a webhook for half a minute; if its sender dies, it is due again.',
  sql: sqlText(`
    UPDATE gateway_deliveries
       SET due_at = NOW(3) + INTERVAL 30 SECOND,
           tries = tries + 1
     WHERE shop_id = :shopId
       AND payment_id = UUID_TO_BIN(:paymentId)
       AND delivery_no = :deliveryNo
       AND status = 'waiting'
       AND due_at <= NOW(3)
  `),
};

export const endDelivery: Statement = {
  name: 'gateway.end_delivery',
  purpose: 'Notes that the shop answered, or that there is no point in going on.',
  sql: sqlText(`
    UPDATE gateway_deliveries
       SET status = :status
     WHERE shop_id = :shopId
       AND payment_id = UUID_TO_BIN(:paymentId)
       AND delivery_no = :deliveryNo
  `),
};

export const postponeDelivery: Statement = {
  name: 'gateway.postpone_delivery',
  purpose: 'Tries again later, each time after a longer pause.',
  sql: sqlText(`
    UPDATE gateway_deliveries
       SET due_at = NOW(3) + INTERVAL :delaySeconds SECOND
     WHERE shop_id = :shopId
       AND payment_id = UUID_TO_BIN(:paymentId)
       AND delivery_no = :deliveryNo
  `),
};

export const readNextDue: Statement = {
  name: 'gateway.read_next_due',
  purpose: 'Says when there is something to do next.',
  sql: sqlText(`
    SELECT LEAST(
             COALESCE((SELECT TIMESTAMPDIFF(MICROSECOND, NOW(3), due_at) DIV 1000
                         FROM gateway_deliveries
                        WHERE status = 'waiting'
                        ORDER BY status, due_at
                        LIMIT 1), 86400000),
             COALESCE((SELECT TIMESTAMPDIFF(MICROSECOND, NOW(3), times_out_at) DIV 1000
                         FROM payment_attempts
                        WHERE status = 'pending'
                          AND settled_at IS NULL
                        ORDER BY status, settled_at, times_out_at
                        LIMIT 1), 86400000)) AS inMs
  `),
};

export const findOverduePayments: Statement = {
  name: 'gateway.find_overdue_payments',
  purpose: 'Lists payments that the gateway has not answered in time.',
  sql: sqlText(`
    SELECT shop_id AS shopId, BIN_TO_UUID(payment_id) AS paymentId
      FROM payment_attempts
     WHERE status = 'pending'
       AND settled_at IS NULL
       AND times_out_at <= NOW(3)
     ORDER BY status, settled_at, times_out_at
     LIMIT :batchSize
  `),
};

export const findUnsettledPayments: Statement = {
  name: 'gateway.find_unsettled_payments',
  purpose:
    'Lists paid payments that have neither an order nor a refund: whoever was to finish them has died.',
  sql: sqlText(`
    SELECT shop_id AS shopId, BIN_TO_UUID(payment_id) AS paymentId
      FROM payment_attempts
     WHERE status = 'approved'
       AND settled_at IS NULL
       AND ended_at <= NOW(3) - INTERVAL 2 SECOND
     LIMIT :batchSize
  `),
};

export const findUnbegunPayments: Statement = {
  name: 'gateway.find_unbegun_payments',
  purpose: 'Lists payments of which the gateway has not heard: whoever was to tell it has died.',
  sql: sqlText(`
    SELECT shop_id AS shopId, BIN_TO_UUID(payment_id) AS paymentId
      FROM payment_attempts
     WHERE status = 'pending'
       AND settled_at IS NULL
       AND accepted_at IS NULL
       AND started_at <= NOW(3) - INTERVAL 2 SECOND
     LIMIT :batchSize
  `),
};

export const findUnrestockedOrders: Statement = {
  name: 'gateway.find_unrestocked_orders',
  purpose: 'Lists cancelled orders whose units are not all back.',
  sql: sqlText(`
    SELECT shop_id AS shopId, BIN_TO_UUID(order_id) AS orderId
      FROM orders
     WHERE status = 'cancelled'
       AND restocked_at IS NULL
       AND cancelled_at <= NOW(3) - INTERVAL 2 SECOND
     LIMIT :batchSize
  `),
};
