import { type Statement, sqlText } from '@/db/statement';

export const readReservation: Statement = {
  name: 'reservation.read',
  purpose: 'Says what became of a hold.',
  sql: sqlText(`
    SELECT status,
           BIN_TO_UUID(checkout_id) AS checkoutId,
           expires_at AS expiresAt,
           GREATEST(0, TIMESTAMPDIFF(MICROSECOND, NOW(3), expires_at) DIV 1000) AS remainingMs
      FROM reservations
     WHERE shop_id = :shopId
       AND reservation_id = UUID_TO_BIN(:reservationId)
  `),
};
