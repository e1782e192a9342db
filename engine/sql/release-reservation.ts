import { type Statement, sqlText } from '@/db/statement';

export const releaseReservation: Statement = {
  name: 'release.release_reservation',
  purpose: 'Ends a hold as given back, if it still is held.',
  sql: sqlText(`
    UPDATE reservations
       SET status = 'released',
           ended_at = NOW(3)
     WHERE shop_id = :shopId
       AND reservation_id = UUID_TO_BIN(:reservationId)
       AND status = 'held'
  `),
};
