import { type Statement, sqlText } from '@/db/statement';

export const openReservation: Statement = {
  name: 'reserve.open_reservation',
  purpose:
    'Writes the header of the hold first, so that a second click waits here and not with a unit in its hands.',
  sql: sqlText(`
    INSERT INTO reservations
           (shop_id, reservation_id, checkout_id, status, created_at, expires_at)
    VALUES (:shopId, UUID_TO_BIN(:reservationId), UUID_TO_BIN(:checkoutId),
           'held', NOW(3), NOW(3) + INTERVAL :holdSeconds SECOND)
  `),
};
