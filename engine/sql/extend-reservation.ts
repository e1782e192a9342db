import { type Statement, sqlText } from '@/db/statement';

export const extendReservation: Statement = {
  name: 'extend.extend_reservation',
  purpose: 'Extends a live hold, once, to cover the payment; a hold that is over its time is not revived.',
  sql: sqlText(`
    UPDATE reservations
       SET expires_at = expires_at + INTERVAL :extensionSeconds SECOND,
           extended_at = NOW(3)
     WHERE shop_id = :shopId
       AND reservation_id = UUID_TO_BIN(:reservationId)
       AND status = 'held'
       AND extended_at IS NULL
       AND expires_at > NOW(3)
  `),
};
