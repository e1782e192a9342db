/** Statements on carts. A cart is written by its own buyer only. */
import { type Statement, sqlText } from '@/db/statement';

export const openCart: Statement = {
  name: 'cart.open',
  purpose: 'Writes the cart of a new buyer; one that is there stays.',
  sql: sqlText(`
    INSERT INTO carts
           (shop_id, cart_id)
    VALUES (:shopId, UUID_TO_BIN(:cartId))
        ON DUPLICATE KEY UPDATE cart_id = cart_id
  `),
};

export const lockCart: Statement = {
  name: 'cart.lock',
  purpose: 'Locks a cart, so that two clicks on "Check out" come one after the other.',
  sql: sqlText(`
    SELECT BIN_TO_UUID(checkout_id) AS checkoutId
      FROM carts
     WHERE shop_id = :shopId
       AND cart_id = UUID_TO_BIN(:cartId)
       FOR UPDATE
  `),
};

export const readCartRow: Statement = {
  name: 'cart.read',
  purpose: 'Says which checkout a cart is in.',
  sql: sqlText(`
    SELECT BIN_TO_UUID(checkout_id) AS checkoutId
      FROM carts
     WHERE shop_id = :shopId
       AND cart_id = UUID_TO_BIN(:cartId)
  `),
};

export const readCartLines: Statement = {
  name: 'cart.read_lines',
  purpose: 'Lists what is in a cart with what it costs now.',
  sql: sqlText(`
    SELECT line.variant_id AS variantId,
           line.quantity,
           variant.inventory_item_id AS inventoryItemId,
           product.title AS productTitle,
           variant.title AS variantTitle,
           product.slug AS productSlug,
           product.image,
           variant.price_minor AS unitPriceMinor,
           (product.status = 'active' AND variant.status = 'active') AS isSold
      FROM cart_lines AS line
           STRAIGHT_JOIN variants AS variant
        ON variant.shop_id = line.shop_id
       AND variant.variant_id = line.variant_id
           STRAIGHT_JOIN products AS product
        ON product.shop_id = variant.shop_id
       AND product.product_id = variant.product_id
     WHERE line.shop_id = :shopId
       AND line.cart_id = UUID_TO_BIN(:cartId)
     ORDER BY line.added_at, line.variant_id
  `),
};

export const readVariantForCart: Statement = {
  name: 'cart.read_variant',
  purpose: 'Says whether a variant is sold and how much of it the cart has already.',
  sql: sqlText(`
    SELECT COALESCE(line.quantity, 0) AS quantity,
           (SELECT COUNT(*)
              FROM cart_lines AS other
             WHERE other.shop_id = variant.shop_id
               AND other.cart_id = UUID_TO_BIN(:cartId)) AS lineCount
      FROM variants AS variant
           STRAIGHT_JOIN products AS product
        ON product.shop_id = variant.shop_id
       AND product.product_id = variant.product_id
           LEFT JOIN cart_lines AS line
        ON line.shop_id = variant.shop_id
       AND line.cart_id = UUID_TO_BIN(:cartId)
       AND line.variant_id = variant.variant_id
     WHERE variant.shop_id = :shopId
       AND variant.variant_id = :variantId
       AND variant.status = 'active'
       AND product.status = 'active'
  `),
};

export const putCartLine: Statement = {
  name: 'cart.put_line',
  purpose: 'Sets how many of a variant are in a cart.',
  sql: sqlText(`
    INSERT INTO cart_lines
           (shop_id, cart_id, variant_id, quantity, added_at)
    VALUES (:shopId, UUID_TO_BIN(:cartId), :variantId, :quantity, NOW(3))
        ON DUPLICATE KEY UPDATE quantity = :quantity
  `),
};

export const dropCartLine: Statement = {
  name: 'cart.drop_line',
  purpose: 'Takes a variant out of a cart.',
  sql: sqlText(`
    DELETE FROM cart_lines
     WHERE shop_id = :shopId
       AND cart_id = UUID_TO_BIN(:cartId)
       AND variant_id = :variantId
  `),
};

export const pointCart: Statement = {
  name: 'cart.point_at_checkout',
  purpose: 'Notes the newest checkout of a cart.',
  sql: sqlText(`
    UPDATE carts
       SET checkout_id = UUID_TO_BIN(:checkoutId)
     WHERE shop_id = :shopId
       AND cart_id = UUID_TO_BIN(:cartId)
  `),
};

export const dropBoughtLines: Statement = {
  name: 'cart.drop_bought_lines',
  purpose: 'Takes what was bought out of the cart.',
  sql: sqlText(`
    DELETE line
      FROM checkouts AS checkout
           STRAIGHT_JOIN checkout_lines AS bought
        ON bought.shop_id = checkout.shop_id
       AND bought.checkout_id = checkout.checkout_id
           STRAIGHT_JOIN cart_lines AS line
        ON line.shop_id = checkout.shop_id
       AND line.cart_id = checkout.cart_id
       AND line.variant_id = bought.variant_id
     WHERE checkout.shop_id = :shopId
       AND checkout.checkout_id = UUID_TO_BIN(:checkoutId)
       AND line.quantity <= bought.quantity
  `),
};

export const lessenBoughtLines: Statement = {
  name: 'cart.lessen_bought_lines',
  purpose: 'Leaves in the cart what was put in beyond what was bought.',
  sql: sqlText(`
    UPDATE checkouts AS checkout
           STRAIGHT_JOIN checkout_lines AS bought
        ON bought.shop_id = checkout.shop_id
       AND bought.checkout_id = checkout.checkout_id
           STRAIGHT_JOIN cart_lines AS line
        ON line.shop_id = checkout.shop_id
       AND line.cart_id = checkout.cart_id
       AND line.variant_id = bought.variant_id
       SET line.quantity = line.quantity - bought.quantity
     WHERE checkout.shop_id = :shopId
       AND checkout.checkout_id = UUID_TO_BIN(:checkoutId)
       AND line.quantity > bought.quantity
  `),
};
