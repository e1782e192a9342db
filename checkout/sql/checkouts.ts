/** Statements on checkouts: opening one, its delivery, its hold's id, its end. */
import { type Statement, sqlText } from '@/db/statement';

export const readShop: Statement = {
  name: 'checkout.read_shop',
  purpose: "Reads a shop's settings.",
  sql: sqlText(`
    SELECT currency,
           hold_seconds AS holdSeconds,
           payment_extension_seconds AS paymentExtensionSeconds
      FROM shops
     WHERE shop_id = :shopId
  `),
};

export const readRegion: Statement = {
  name: 'checkout.read_region',
  purpose: 'Says whether a shop knows a region.',
  sql: sqlText(`
    SELECT region_code AS regionCode, name
      FROM regions
     WHERE shop_id = :shopId
       AND region_code = :regionCode
  `),
};

export const lockCheckout: Statement = {
  name: 'checkout.lock',
  purpose: 'Locks a checkout, so that payments, edits and its end come one after the other.',
  sql: sqlText(`
    SELECT status,
           total_minor AS totalMinor,
           currency,
           region_code AS regionCode,
           held_region_code AS heldRegionCode,
           BIN_TO_UUID(reservation_id) AS reservationId
      FROM checkouts
     WHERE shop_id = :shopId
       AND checkout_id = UUID_TO_BIN(:checkoutId)
       FOR UPDATE
  `),
};

export const openCheckout: Statement = {
  name: 'checkout.open',
  purpose:
    'Writes a checkout for what is in the cart; the address and the hold of the one before are taken over.',
  sql: sqlText(`
    INSERT INTO checkouts
           (shop_id, checkout_id, cart_id, region_code, currency, total_minor,
           email, full_name, street, postcode, city, country, replaces_reservation_id)
    SELECT shop.shop_id, UUID_TO_BIN(:checkoutId), UUID_TO_BIN(:cartId), :regionCode, shop.currency, :totalMinor,
           COALESCE(before_it.email, ''), COALESCE(before_it.full_name, ''), COALESCE(before_it.street, ''),
           COALESCE(before_it.postcode, ''), COALESCE(before_it.city, ''), COALESCE(before_it.country, ''),
           UUID_TO_BIN(:replaces)
      FROM shops AS shop
           LEFT JOIN checkouts AS before_it
        ON before_it.shop_id = shop.shop_id
       AND before_it.checkout_id = UUID_TO_BIN(:previousId)
     WHERE shop.shop_id = :shopId
  `),
};

export const addCheckoutLines: Statement = {
  name: 'checkout.add_lines',
  purpose: 'Copies the cart with the prices of this moment; the copy never changes.',
  sql: sqlText(`
    INSERT INTO checkout_lines
           (shop_id, checkout_id, variant_id, inventory_item_id, product_title, variant_title,
           unit_price_minor, quantity)
    SELECT :shopId, UUID_TO_BIN(:checkoutId), line.variant_id, line.inventory_item_id, line.product_title,
           line.variant_title, line.unit_price_minor, line.quantity
      FROM JSON_TABLE(:lines, '$[*]' COLUMNS (
             variant_id BIGINT UNSIGNED PATH '$.variantId',
             inventory_item_id BIGINT UNSIGNED PATH '$.inventoryItemId',
             product_title VARCHAR(160) PATH '$.productTitle',
             variant_title VARCHAR(120) PATH '$.variantTitle',
             unit_price_minor INT UNSIGNED PATH '$.unitPriceMinor',
             quantity INT UNSIGNED PATH '$.quantity')) AS line
  `),
};

export const readCheckoutLines: Statement = {
  name: 'checkout.read_lines',
  purpose: 'Lists what a checkout is about, with what the same costs now.',
  sql: sqlText(`
    SELECT line.variant_id AS variantId,
           line.inventory_item_id AS inventoryItemId,
           line.product_title AS productTitle,
           line.variant_title AS variantTitle,
           line.unit_price_minor AS unitPriceMinor,
           line.quantity,
           product.slug AS productSlug,
           product.image,
           (product.status = 'active' AND variant.status = 'active'
             AND variant.price_minor = line.unit_price_minor) AS isCurrent
      FROM checkout_lines AS line
           STRAIGHT_JOIN variants AS variant
        ON variant.shop_id = line.shop_id
       AND variant.variant_id = line.variant_id
           STRAIGHT_JOIN products AS product
        ON product.shop_id = variant.shop_id
       AND product.product_id = variant.product_id
     WHERE line.shop_id = :shopId
       AND line.checkout_id = UUID_TO_BIN(:checkoutId)
     ORDER BY line.variant_id
  `),
};

export const saveDelivery: Statement = {
  name: 'checkout.save_delivery',
  purpose: 'Notes who buys and where it goes, while the checkout is open.',
  sql: sqlText(`
    UPDATE checkouts
       SET email = :email,
           full_name = :fullName,
           street = :street,
           postcode = :postcode,
           city = :city,
           country = :country,
           region_code = :regionCode
     WHERE shop_id = :shopId
       AND checkout_id = UUID_TO_BIN(:checkoutId)
       AND status = 'open'
  `),
};

export const setRegion: Statement = {
  name: 'checkout.set_region',
  purpose: 'Notes where the parcel goes; the address may say more later.',
  sql: sqlText(`
    UPDATE checkouts
       SET region_code = :regionCode
     WHERE shop_id = :shopId
       AND checkout_id = UUID_TO_BIN(:checkoutId)
       AND status = 'open'
  `),
};

export const nameHold: Statement = {
  name: 'checkout.name_hold',
  purpose: 'Gives the next hold its id, unless another click has just done so; both then use the same.',
  sql: sqlText(`
    UPDATE checkouts
       SET replaces_reservation_id = UUID_TO_BIN(:replaces),
           reservation_id = UUID_TO_BIN(:reservationId),
           held_region_code = region_code
     WHERE shop_id = :shopId
       AND checkout_id = UUID_TO_BIN(:checkoutId)
       AND status = 'open'
       AND reservation_id <=> UUID_TO_BIN(:previousId)
  `),
};

export const cancelOpenCheckout: Statement = {
  name: 'checkout.cancel_if_open',
  purpose: 'Ends a checkout without an order, unless it has ended.',
  sql: sqlText(`
    UPDATE checkouts
       SET status = 'cancelled',
           ended_at = NOW(3)
     WHERE shop_id = :shopId
       AND checkout_id = UUID_TO_BIN(:checkoutId)
       AND status = 'open'
  `),
};

export const completeOpenCheckout: Statement = {
  name: 'checkout.complete_if_open',
  purpose: 'Ends a checkout with an order, unless it has ended.',
  sql: sqlText(`
    UPDATE checkouts
       SET status = 'completed',
           ended_at = NOW(3)
     WHERE shop_id = :shopId
       AND checkout_id = UUID_TO_BIN(:checkoutId)
       AND status = 'open'
  `),
};

export const readHold: Statement = {
  name: 'checkout.read_hold',
  purpose: 'Reads the hold of a checkout on the clock of the database.',
  sql: sqlText(`
    SELECT checkout.status AS checkoutStatus,
           checkout.region_code AS regionCode,
           checkout.held_region_code AS heldRegionCode,
           BIN_TO_UUID(checkout.reservation_id) AS reservationId,
           BIN_TO_UUID(checkout.replaces_reservation_id) AS replacesId,
           hold.status AS holdStatus,
           hold.expires_at AS expiresAt,
           hold.expires_at > NOW(3) AS isInTime
      FROM checkouts AS checkout
           LEFT JOIN reservations AS hold
        ON hold.shop_id = checkout.shop_id
       AND hold.reservation_id = checkout.reservation_id
     WHERE checkout.shop_id = :shopId
       AND checkout.checkout_id = UUID_TO_BIN(:checkoutId)
  `),
};

export const recordEvent: Statement = {
  name: 'checkout.record_event',
  purpose: 'Adds to the timeline; the same event told again changes nothing.',
  sql: sqlText(`
    INSERT INTO checkout_events
           (shop_id, checkout_id, event_key, kind, actor, detail, happened_at)
    VALUES (:shopId, UUID_TO_BIN(:checkoutId), :eventKey, :kind, :actor, :detail, NOW(3))
        ON DUPLICATE KEY UPDATE event_key = event_key
  `),
};
