import { type Statement, sqlText } from '@/db/statement';

export const findExpired: Statement = {
  name: 'expire.find_expired',
  purpose:
    'Looks for holds over their time without locking anything: a locking read would keep index entries that claim waits for.',
  sql: sqlText(`
    SELECT BIN_TO_UUID(reservation_id) AS reservationId
      FROM reservations
     WHERE shop_id = :shopId
       AND status = 'held'
       AND expires_at <= NOW(3)
     ORDER BY shop_id, status, expires_at
     LIMIT :batchSize
  `),
};
