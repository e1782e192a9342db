/** Statements of the test hooks. */
import { type Statement, sqlText } from '@/db/statement';

export const overNow: Statement = {
  name: 'test.hold_over_now',
  purpose: "Moves the end of a checkout's hold into the past.",
  sql: sqlText(`
    UPDATE checkouts AS checkout
           STRAIGHT_JOIN reservations AS hold
        ON hold.shop_id = checkout.shop_id
       AND hold.reservation_id = checkout.reservation_id
       SET hold.expires_at = NOW(3) - INTERVAL 1 SECOND
     WHERE checkout.shop_id = :shopId
       AND checkout.checkout_id = UUID_TO_BIN(:checkoutId)
       AND hold.status = 'held'
  `),
};

export const dueNow: Statement = {
  name: 'test.deliveries_due_now',
  purpose: 'Moves what the gateway has planned for a shop to this moment.',
  sql: sqlText(`
    UPDATE gateway_deliveries
       SET due_at = NOW(3)
     WHERE shop_id = :shopId
       AND status = 'waiting'
  `),
};
