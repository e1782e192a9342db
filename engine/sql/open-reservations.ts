import { type Statement, sqlText } from '@/db/statement';

export const openReservations: Statement = {
  name: 'coalesce.open_reservations',
  purpose: 'Writes the headers of many holds, in the order of their ids.',
  sql: sqlText(`
    INSERT INTO reservations
           (shop_id, reservation_id, checkout_id, status, created_at, expires_at)
    SELECT :shopId, UUID_TO_BIN(hold.reservation_id), UUID_TO_BIN(hold.checkout_id),
           'held', NOW(3), NOW(3) + INTERVAL hold.hold_seconds SECOND
      FROM JSON_TABLE(:holds, '$[*]' COLUMNS (
             reservation_id CHAR(36) PATH '$[0]',
             checkout_id CHAR(36) PATH '$[1]',
             hold_seconds INT UNSIGNED PATH '$[2]')) AS hold
  `),
};
