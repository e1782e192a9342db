/** Statements on orders. The ones that write an order run inside the claim's transaction. */
import { type Statement, sqlText } from '@/db/statement';

export const insertOrder: Statement = {
  name: 'order.insert',
  purpose: "Writes the order under its checkout's id, so that a second one is refused by the key.",
  sql: sqlText(`
    INSERT INTO orders
           (shop_id, order_id, order_code, payment_id, reservation_id, status, attention_reason, region_code,
           currency, total_minor, email, full_name, street, postcode, city, country, placed_at)
    SELECT shop_id, checkout_id, :orderCode, UUID_TO_BIN(:paymentId), UUID_TO_BIN(:reservationId), :status,
           :attentionReason, region_code, currency, total_minor, email, full_name, street, postcode, city,
           country, NOW(3)
      FROM checkouts
     WHERE shop_id = :shopId
       AND checkout_id = UUID_TO_BIN(:orderId)
  `),
};

export const insertOrderLines: Statement = {
  name: 'order.insert_lines',
  purpose: 'Copies what the checkout was about.',
  sql: sqlText(`
    INSERT INTO order_lines
           (shop_id, order_id, variant_id, inventory_item_id, product_title, variant_title, unit_price_minor,
           quantity)
    SELECT shop_id, checkout_id, variant_id, inventory_item_id, product_title, variant_title, unit_price_minor,
           quantity
      FROM checkout_lines
     WHERE shop_id = :shopId
       AND checkout_id = UUID_TO_BIN(:orderId)
  `),
};

export const insertShipments: Statement = {
  name: 'order.insert_shipments',
  purpose: 'One parcel a location from which the hold had units.',
  sql: sqlText(`
    INSERT INTO shipments
           (shop_id, order_id, location_id)
    SELECT DISTINCT line.shop_id, UUID_TO_BIN(:orderId), level.location_id
      FROM reservation_lines AS line
           STRAIGHT_JOIN inventory_levels AS level
        ON level.shop_id = line.shop_id
       AND level.inventory_item_id = line.inventory_item_id
       AND level.inventory_group_id = line.inventory_group_id
     WHERE line.shop_id = :shopId
       AND line.reservation_id = UUID_TO_BIN(:reservationId)
  `),
};

export const insertShipmentLines: Statement = {
  name: 'order.insert_shipment_lines',
  purpose: 'What each parcel has, by the level that the units came from.',
  sql: sqlText(`
    INSERT INTO shipment_lines
           (shop_id, order_id, inventory_item_id, inventory_group_id, location_id, quantity)
    SELECT line.shop_id, UUID_TO_BIN(:orderId), line.inventory_item_id, line.inventory_group_id,
           level.location_id, line.quantity
      FROM reservation_lines AS line
           STRAIGHT_JOIN inventory_levels AS level
        ON level.shop_id = line.shop_id
       AND level.inventory_item_id = line.inventory_item_id
       AND level.inventory_group_id = line.inventory_group_id
     WHERE line.shop_id = :shopId
       AND line.reservation_id = UUID_TO_BIN(:reservationId)
  `),
};

export const lockOrder: Statement = {
  name: 'order.lock',
  purpose: 'Locks an order, so that cancelling, refunding and shipping come one after the other.',
  sql: sqlText(`
    SELECT status,
           attention_reason AS attentionReason,
           total_minor AS totalMinor,
           currency,
           BIN_TO_UUID(payment_id) AS paymentId,
           restocked_at AS restockedAt
      FROM orders
     WHERE shop_id = :shopId
       AND order_id = UUID_TO_BIN(:orderId)
       FOR UPDATE
  `),
};

export const cancelOrderNow: Statement = {
  name: 'order.cancel',
  purpose: 'Ends an order; its units are put back next.',
  sql: sqlText(`
    UPDATE orders
       SET status = 'cancelled',
           cancelled_at = NOW(3)
     WHERE shop_id = :shopId
       AND order_id = UUID_TO_BIN(:orderId)
       AND status <> 'cancelled'
  `),
};

export const cancelShipments: Statement = {
  name: 'order.cancel_shipments',
  purpose: 'Parcels of a cancelled order are not sent; those that were keep saying so.',
  sql: sqlText(`
    UPDATE shipments
       SET status = 'cancelled'
     WHERE shop_id = :shopId
       AND order_id = UUID_TO_BIN(:orderId)
       AND status = 'waiting'
  `),
};

export const markRestocked: Statement = {
  name: 'order.mark_restocked',
  purpose: 'Notes that all units of a cancelled order are back.',
  sql: sqlText(`
    UPDATE orders
       SET restocked_at = NOW(3)
     WHERE shop_id = :shopId
       AND order_id = UUID_TO_BIN(:orderId)
       AND status = 'cancelled'
       AND restocked_at IS NULL
  `),
};

export const readShipmentLines: Statement = {
  name: 'order.read_shipment_lines',
  purpose: 'Lists what an order took from which level.',
  sql: sqlText(`
    SELECT inventory_item_id AS inventoryItemId,
           inventory_group_id AS inventoryGroupId,
           location_id AS locationId,
           quantity
      FROM shipment_lines
     WHERE shop_id = :shopId
       AND order_id = UUID_TO_BIN(:orderId)
     ORDER BY inventory_item_id, inventory_group_id
  `),
};

export const markShipped: Statement = {
  name: 'order.mark_shipped',
  purpose: 'Notes that a parcel has left, once.',
  sql: sqlText(`
    UPDATE shipments
       SET status = 'shipped',
           shipped_at = NOW(3)
     WHERE shop_id = :shopId
       AND order_id = UUID_TO_BIN(:orderId)
       AND location_id = :locationId
       AND status = 'waiting'
  `),
};

export const askForAttention: Statement = {
  name: 'order.ask_for_attention',
  purpose: "Puts an order on the merchant's list.",
  sql: sqlText(`
    UPDATE orders
       SET status = 'needs_attention',
           attention_reason = :reason
     WHERE shop_id = :shopId
       AND order_id = UUID_TO_BIN(:orderId)
       AND status = 'open'
  `),
};

export const resolveAttentionNow: Statement = {
  name: 'order.resolve_attention',
  purpose: "Takes an order off the merchant's list; one without parcels ends.",
  sql: sqlText(`
    UPDATE orders
       SET status = :status,
           cancelled_at = IF(:status = 'cancelled', NOW(3), NULL),
           restocked_at = IF(:status = 'cancelled', NOW(3), NULL),
           resolved_at = NOW(3),
           resolved_by = :actor
     WHERE shop_id = :shopId
       AND order_id = UUID_TO_BIN(:orderId)
       AND status = 'needs_attention'
  `),
};
