import { type Statement, sqlText } from '@/db/statement';

export const promiseReservation: Statement = {
  name: 'promise.open_reservation',
  purpose:
    'Writes the header of a hold that another store decided, if the version under which it did is still the current one.',
  sql: sqlText(`
    INSERT INTO reservations
           (shop_id, reservation_id, checkout_id, status, created_at, expires_at)
    SELECT truth.shop_id, UUID_TO_BIN(:reservationId), UUID_TO_BIN(:checkoutId),
           'held', NOW(3), NOW(3) + INTERVAL :holdSeconds SECOND
      FROM shop_truths AS truth
     WHERE truth.shop_id = :shopId
       AND truth.version = :version
       FOR SHARE
  `),
};
