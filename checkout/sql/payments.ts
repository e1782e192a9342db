/** Statements on payments: attempts, what the gateway told about them, refunds. */
import { type Statement, sqlText } from '@/db/statement';

export const countOpenPayments: Statement = {
  name: 'payment.count_open',
  purpose: 'Counts the payments of a checkout that are under way, or paid and not yet settled.',
  sql: sqlText(`
    SELECT COUNT(*) AS open
      FROM payment_attempts
     WHERE shop_id = :shopId
       AND checkout_id = UUID_TO_BIN(:checkoutId)
       AND status IN ('pending', 'approved')
       AND settled_at IS NULL
  `),
};

export const readAttempts: Statement = {
  name: 'payment.read_attempts',
  purpose: 'Lists the payments of a checkout, the oldest first.',
  sql: sqlText(`
    SELECT BIN_TO_UUID(payment_id) AS paymentId,
           BIN_TO_UUID(attempt_key) AS attemptKey,
           status,
           amount_minor AS amountMinor,
           card_last4 AS cardLast4,
           card_script AS cardScript,
           decline_reason AS declineReason,
           started_at AS startedAt,
           ended_at AS endedAt,
           settled_at AS settledAt
      FROM payment_attempts
     WHERE shop_id = :shopId
       AND checkout_id = UUID_TO_BIN(:checkoutId)
     ORDER BY started_at, payment_id
  `),
};

export const insertAttempt: Statement = {
  name: 'payment.insert_attempt',
  purpose: 'Writes a payment before the gateway hears of it, so that its answer always finds it.',
  sql: sqlText(`
    INSERT INTO payment_attempts
           (shop_id, payment_id, checkout_id, attempt_key, status, amount_minor, currency, card_last4,
           card_script, started_at, times_out_at)
    VALUES (:shopId, UUID_TO_BIN(:paymentId), UUID_TO_BIN(:checkoutId), UUID_TO_BIN(:attemptKey), 'pending',
           :amountMinor, :currency, :cardLast4, :cardScript, NOW(3), NOW(3) + INTERVAL :timeoutSeconds SECOND)
  `),
};

export const markAccepted: Statement = {
  name: 'payment.mark_accepted',
  purpose: 'Notes that the gateway took the payment on.',
  sql: sqlText(`
    UPDATE payment_attempts
       SET accepted_at = NOW(3)
     WHERE shop_id = :shopId
       AND payment_id = UUID_TO_BIN(:paymentId)
       AND accepted_at IS NULL
  `),
};

export const lockAttempt: Statement = {
  name: 'payment.lock_attempt',
  purpose: 'Locks a payment, so that the events about it come one after the other.',
  sql: sqlText(`
    SELECT status,
           BIN_TO_UUID(checkout_id) AS checkoutId,
           amount_minor AS amountMinor,
           settled_at AS settledAt
      FROM payment_attempts
     WHERE shop_id = :shopId
       AND payment_id = UUID_TO_BIN(:paymentId)
       FOR UPDATE
  `),
};

export const recordPaymentEvent: Statement = {
  name: 'payment.record_event',
  purpose: 'Records an event once; told again, it is only counted.',
  sql: sqlText(`
    INSERT INTO payment_events
           (shop_id, payment_id, event_key, kind, effect, received_at)
    VALUES (:shopId, UUID_TO_BIN(:paymentId), :eventKey, :kind, :effect, NOW(3))
        ON DUPLICATE KEY UPDATE deliveries = deliveries + 1
  `),
};

export const approveAttempt: Statement = {
  name: 'payment.approve',
  purpose: 'Paid wins: over waiting, over a failure that was told before, over our own time-out.',
  sql: sqlText(`
    UPDATE payment_attempts
       SET status = 'approved',
           ended_at = NOW(3)
     WHERE shop_id = :shopId
       AND payment_id = UUID_TO_BIN(:paymentId)
       AND status IN ('pending', 'declined', 'timed_out')
  `),
};

export const failPendingAttempt: Statement = {
  name: 'payment.fail_if_pending',
  purpose: 'Ends a payment without money, if nothing else has ended it.',
  sql: sqlText(`
    UPDATE payment_attempts
       SET status = :status,
           decline_reason = :reason,
           ended_at = NOW(3)
     WHERE shop_id = :shopId
       AND payment_id = UUID_TO_BIN(:paymentId)
       AND status = 'pending'
  `),
};

export const settleApproved: Statement = {
  name: 'payment.settle_if_approved',
  purpose: 'Notes that a paid payment has its order.',
  sql: sqlText(`
    UPDATE payment_attempts
       SET settled_at = NOW(3)
     WHERE shop_id = :shopId
       AND payment_id = UUID_TO_BIN(:paymentId)
       AND status = 'approved'
       AND settled_at IS NULL
  `),
};

export const refundAttempt: Statement = {
  name: 'payment.mark_refunded',
  purpose: 'Ends a paid payment as given back in full.',
  sql: sqlText(`
    UPDATE payment_attempts
       SET status = 'refunded',
           settled_at = COALESCE(settled_at, NOW(3)),
           ended_at = COALESCE(ended_at, NOW(3))
     WHERE shop_id = :shopId
       AND payment_id = UUID_TO_BIN(:paymentId)
       AND status <> 'refunded'
  `),
};

export const insertRefund: Statement = {
  name: 'payment.insert_refund',
  purpose: 'Records money that went back; the same refund told again is the same row.',
  sql: sqlText(`
    INSERT INTO refunds
           (shop_id, refund_id, payment_id, checkout_id, amount_minor, reason, actor, created_at)
    VALUES (:shopId, UUID_TO_BIN(:refundId), UUID_TO_BIN(:paymentId), UUID_TO_BIN(:checkoutId), :amountMinor,
           :reason, :actor, NOW(3))
        ON DUPLICATE KEY UPDATE refund_id = refund_id
  `),
};

export const sumRefunds: Statement = {
  name: 'payment.sum_refunds',
  purpose: 'Adds up what went back of one payment.',
  sql: sqlText(`
    SELECT COALESCE(SUM(amount_minor), 0) AS refundedMinor,
           COALESCE(MAX(refund_id = UUID_TO_BIN(:refundId)), 0) AS isKnown
      FROM refunds
     WHERE shop_id = :shopId
       AND checkout_id = UUID_TO_BIN(:checkoutId)
       AND payment_id = UUID_TO_BIN(:paymentId)
  `),
};

export const readPayment: Statement = {
  name: 'payment.read',
  purpose: 'Reads a payment with its checkout and the order that the checkout has, if any.',
  sql: sqlText(`
    SELECT attempt.status,
           attempt.settled_at AS settledAt,
           attempt.amount_minor AS amountMinor,
           attempt.card_script AS cardScript,
           attempt.card_last4 AS cardLast4,
           attempt.currency,
           attempt.accepted_at AS acceptedAt,
           BIN_TO_UUID(attempt.checkout_id) AS checkoutId,
           checkout.status AS checkoutStatus,
           BIN_TO_UUID(checkout.reservation_id) AS reservationId,
           BIN_TO_UUID(shop_order.payment_id) AS orderPaymentId
      FROM payment_attempts AS attempt
           STRAIGHT_JOIN checkouts AS checkout
        ON checkout.shop_id = attempt.shop_id
       AND checkout.checkout_id = attempt.checkout_id
           LEFT JOIN orders AS shop_order
        ON shop_order.shop_id = attempt.shop_id
       AND shop_order.order_id = attempt.checkout_id
     WHERE attempt.shop_id = :shopId
       AND attempt.payment_id = UUID_TO_BIN(:paymentId)
  `),
};
