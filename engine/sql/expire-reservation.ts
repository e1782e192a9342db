import { type Statement, sqlText } from '@/db/statement';

export const expireReservation: Statement = {
  name: 'expire.expire_reservation',
  purpose: 'Ends a hold whose time is over, if it still is held.',
  sql: sqlText(`
    UPDATE reservations
       SET status = 'expired',
           ended_at = NOW(3)
     WHERE shop_id = :shopId
       AND reservation_id = UUID_TO_BIN(:reservationId)
       AND status = 'held'
       AND expires_at <= NOW(3)
  `),
};
