/** Statements behind the pages of a checkout; they travel in one packet and lock nothing. */
import { type Statement, sqlText } from '@/db/statement';

export const readCheckoutRow: Statement = {
  name: 'checkout.read',
  purpose: 'Reads a checkout with its hold, its region, and the time on the clock that decides.',
  sql: sqlText(`
    SELECT checkout.status,
           BIN_TO_UUID(checkout.cart_id) AS cartId,
           checkout.region_code AS regionCode,
           region.name AS regionName,
           checkout.held_region_code AS heldRegionCode,
           checkout.currency,
           checkout.total_minor AS totalMinor,
           checkout.email,
           checkout.full_name AS fullName,
           checkout.street,
           checkout.postcode,
           checkout.city,
           checkout.country,
           BIN_TO_UUID(checkout.reservation_id) AS reservationId,
           BIN_TO_UUID(checkout.replaces_reservation_id) AS replacesId,
           hold.status AS holdStatus,
           hold.expires_at AS expiresAt,
           hold.expires_at > NOW(3) AS isInTime,
           shop_order.status AS orderStatus,
           NOW(3) AS serverNow
      FROM checkouts AS checkout
           LEFT JOIN regions AS region
        ON region.shop_id = checkout.shop_id
       AND region.region_code = checkout.region_code
           LEFT JOIN reservations AS hold
        ON hold.shop_id = checkout.shop_id
       AND hold.reservation_id = checkout.reservation_id
           LEFT JOIN orders AS shop_order
        ON shop_order.shop_id = checkout.shop_id
       AND shop_order.order_id = checkout.checkout_id
     WHERE checkout.shop_id = :shopId
       AND checkout.checkout_id = UUID_TO_BIN(:checkoutId)
  `),
};

export const readEvents: Statement = {
  name: 'checkout.read_events',
  purpose: 'Lists what happened to a checkout and its order, in order.',
  sql: sqlText(`
    SELECT event_key AS eventKey, kind, actor, detail, happened_at AS happenedAt
      FROM checkout_events
     WHERE shop_id = :shopId
       AND checkout_id = UUID_TO_BIN(:checkoutId)
     ORDER BY happened_at, event_key
  `),
};
