/** Statements behind an order's page; they travel in one packet and lock nothing. */
import { type Statement, sqlText } from '@/db/statement';

export const readOrderRow: Statement = {
  name: 'order.read',
  purpose: 'Reads an order.',
  sql: sqlText(`
    SELECT shop_order.order_code AS orderCode,
           shop_order.status,
           shop_order.attention_reason AS attentionReason,
           BIN_TO_UUID(shop_order.payment_id) AS paymentId,
           BIN_TO_UUID(shop_order.reservation_id) AS reservationId,
           shop_order.region_code AS regionCode,
           region.name AS regionName,
           shop_order.currency,
           shop_order.total_minor AS totalMinor,
           shop_order.email,
           shop_order.full_name AS fullName,
           shop_order.street,
           shop_order.postcode,
           shop_order.city,
           shop_order.country,
           shop_order.placed_at AS placedAt,
           shop_order.cancelled_at AS cancelledAt,
           attempt.status AS paymentStatus,
           attempt.card_last4 AS cardLast4
      FROM orders AS shop_order
           LEFT JOIN payment_attempts AS attempt
        ON attempt.shop_id = shop_order.shop_id
       AND attempt.payment_id = shop_order.payment_id
           LEFT JOIN regions AS region
        ON region.shop_id = shop_order.shop_id
       AND region.region_code = shop_order.region_code
     WHERE shop_order.shop_id = :shopId
       AND shop_order.order_id = UUID_TO_BIN(:orderId)
  `),
};

export const readOrderLines: Statement = {
  name: 'order.read_lines',
  purpose: 'Lists what was bought, with what the shop shows of it today.',
  sql: sqlText(`
    SELECT line.variant_id AS variantId,
           line.inventory_item_id AS inventoryItemId,
           line.product_title AS productTitle,
           line.variant_title AS variantTitle,
           line.unit_price_minor AS unitPriceMinor,
           line.quantity,
           COALESCE(product.slug, '') AS productSlug,
           COALESCE(product.image, '') AS image
      FROM order_lines AS line
           LEFT JOIN variants AS variant
        ON variant.shop_id = line.shop_id
       AND variant.variant_id = line.variant_id
           LEFT JOIN products AS product
        ON product.shop_id = variant.shop_id
       AND product.product_id = variant.product_id
     WHERE line.shop_id = :shopId
       AND line.order_id = UUID_TO_BIN(:orderId)
     ORDER BY line.variant_id
  `),
};

export const readShipments: Statement = {
  name: 'order.read_shipments',
  purpose: 'Lists the parcels of an order and what each has.',
  sql: sqlText(`
    SELECT shipment.location_id AS locationId,
           location.name AS locationName,
           shipment.status,
           shipment.shipped_at AS shippedAt,
           line.inventory_item_id AS inventoryItemId,
           line.inventory_group_id AS inventoryGroupId,
           line.quantity
      FROM shipments AS shipment
           STRAIGHT_JOIN shipment_lines AS line
        ON line.shop_id = shipment.shop_id
       AND line.order_id = shipment.order_id
       AND line.location_id = shipment.location_id
           LEFT JOIN locations AS location
        ON location.shop_id = shipment.shop_id
       AND location.location_id = shipment.location_id
     WHERE shipment.shop_id = :shopId
       AND shipment.order_id = UUID_TO_BIN(:orderId)
     ORDER BY shipment.location_id, line.inventory_item_id
  `),
};

export const readRefunds: Statement = {
  name: 'order.read_refunds',
  purpose: 'Lists the money that went back.',
  sql: sqlText(`
    SELECT BIN_TO_UUID(refund_id) AS refundId,
           BIN_TO_UUID(payment_id) AS paymentId,
           amount_minor AS amountMinor,
           reason,
           actor,
           created_at AS createdAt
      FROM refunds
     WHERE shop_id = :shopId
       AND checkout_id = UUID_TO_BIN(:orderId)
     ORDER BY created_at, refund_id
  `),
};
