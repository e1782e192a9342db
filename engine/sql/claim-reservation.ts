import { type Statement, sqlText } from '@/db/statement';

export const claimReservation: Statement = {
  name: 'claim.claim_reservation',
  purpose:
    'Ends a hold as sold, if it still is held: the condition is in the statement, and whoever comes second matches no row.',
  sql: sqlText(`
    UPDATE reservations
       SET status = 'claimed',
           ended_at = NOW(3)
     WHERE shop_id = :shopId
       AND reservation_id = UUID_TO_BIN(:reservationId)
       AND status = 'held'
  `),
};
