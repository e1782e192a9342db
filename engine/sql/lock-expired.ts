import { type Statement, sqlText } from '@/db/statement';

export const lockExpired: Statement = {
  name: 'expire.lock_expired',
  purpose:
    'Locks the headers by primary key, in the order of the list, and passes over those that claim, release or another sweeper holds.',
  sql: sqlText(`
    SELECT BIN_TO_UUID(reservations.reservation_id) AS reservationId
      FROM JSON_TABLE(:reservationIds, '$[*]' COLUMNS (id CHAR(36) PATH '$')) AS found
           STRAIGHT_JOIN reservations
        ON reservations.shop_id = :shopId
       AND reservations.reservation_id = UUID_TO_BIN(found.id)
     WHERE reservations.status = 'held'
       AND reservations.expires_at <= NOW(3)
       FOR UPDATE OF reservations SKIP LOCKED
  `),
};
