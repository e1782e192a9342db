/**
 * The tables that scenarios build in their sandbox, as text that can be pasted. They are those of the app, column by column,
 * except for the last ones, which show how not to; a test compares the first seven with the migrated schema.
 */
import { sqlText } from '@/db/statement';

export const availableUnits = sqlText(`
  CREATE TABLE available_units (
    shop_id            INT UNSIGNED    NOT NULL,
    inventory_item_id  BIGINT UNSIGNED NOT NULL,
    inventory_group_id BIGINT UNSIGNED NOT NULL,
    id                 BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (shop_id, inventory_item_id, inventory_group_id, id)
  )`);

export const reservedUnits = sqlText(`
  CREATE TABLE reserved_units (
    shop_id            INT UNSIGNED    NOT NULL,
    inventory_item_id  BIGINT UNSIGNED NOT NULL,
    inventory_group_id BIGINT UNSIGNED NOT NULL,
    reservation_id     BINARY(16)      NOT NULL,
    id                 BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (shop_id, inventory_item_id, inventory_group_id, reservation_id, id)
  )`);

export const reservations = sqlText(`
  CREATE TABLE reservations (
    shop_id        INT UNSIGNED NOT NULL,
    reservation_id BINARY(16)   NOT NULL,
    checkout_id    BINARY(16)   NOT NULL,
    status         ENUM('held', 'claimed', 'released', 'expired') NOT NULL,
    created_at     DATETIME(3)  NOT NULL,
    expires_at     DATETIME(3)  NOT NULL,
    extended_at    DATETIME(3),
    ended_at       DATETIME(3),
    PRIMARY KEY (shop_id, reservation_id),
    KEY reservations_for_expiry (shop_id, status, expires_at),
    CONSTRAINT reservations_ended CHECK ((status = 'held') = (ended_at IS NULL))
  )`);

export const reservationLines = sqlText(`
  CREATE TABLE reservation_lines (
    shop_id            INT UNSIGNED    NOT NULL,
    reservation_id     BINARY(16)      NOT NULL,
    inventory_item_id  BIGINT UNSIGNED NOT NULL,
    inventory_group_id BIGINT UNSIGNED NOT NULL,
    quantity           INT UNSIGNED    NOT NULL,
    PRIMARY KEY (shop_id, reservation_id, inventory_item_id, inventory_group_id),
    CONSTRAINT reservation_lines_quantity CHECK (quantity > 0)
  )`);

export const inventoryLevels = sqlText(`
  CREATE TABLE inventory_levels (
    shop_id            INT UNSIGNED    NOT NULL,
    inventory_item_id  BIGINT UNSIGNED NOT NULL,
    inventory_group_id BIGINT UNSIGNED NOT NULL,
    location_id        BIGINT UNSIGNED NOT NULL,
    unpooled           INT UNSIGNED    NOT NULL DEFAULT 0,
    next_unit_id       BIGINT UNSIGNED NOT NULL DEFAULT 1,
    pool_cap           INT UNSIGNED    NOT NULL DEFAULT 1000,
    low_water_mark     INT UNSIGNED    NOT NULL DEFAULT 200,
    PRIMARY KEY (shop_id, inventory_item_id, inventory_group_id),
    KEY levels_of_location (shop_id, location_id),
    CONSTRAINT levels_pool CHECK (pool_cap > 0 AND low_water_mark < pool_cap)
  )`);

export const soldUnits = sqlText(`
  CREATE TABLE sold_units (
    shop_id            INT UNSIGNED    NOT NULL,
    inventory_item_id  BIGINT UNSIGNED NOT NULL,
    inventory_group_id BIGINT UNSIGNED NOT NULL,
    id                 BIGINT UNSIGNED NOT NULL,
    reservation_id     BINARY(16)      NOT NULL,
    order_id           BINARY(16)      NOT NULL,
    sold_at            DATETIME(3)     NOT NULL,
    returned_at        DATETIME(3),
    PRIMARY KEY (shop_id, inventory_item_id, inventory_group_id, id),
    KEY sold_units_of_order (shop_id, order_id)
  )`);

export const inventoryLedger = sqlText(`
  CREATE TABLE inventory_ledger (
    shop_id            INT UNSIGNED    NOT NULL,
    inventory_item_id  BIGINT UNSIGNED NOT NULL,
    inventory_group_id BIGINT UNSIGNED NOT NULL,
    reason             ENUM('received', 'sold', 'adjusted', 'returned', 'transferred') NOT NULL,
    reference_id       BINARY(16)      NOT NULL,
    delta              INT             NOT NULL,
    actor              VARCHAR(80)     NOT NULL,
    note               VARCHAR(200)    NOT NULL DEFAULT '',
    created_at         DATETIME(3)     NOT NULL,
    PRIMARY KEY (shop_id, inventory_item_id, inventory_group_id, reason, reference_id),
    KEY ledger_by_time (shop_id, inventory_item_id, inventory_group_id, created_at, delta),
    CONSTRAINT ledger_delta CHECK (delta <> 0)
  )`);

/** One row with a number: what most shops start with. */
export const quantities = sqlText(`
  CREATE TABLE quantities (
    shop_id            INT UNSIGNED    NOT NULL,
    inventory_item_id  BIGINT UNSIGNED NOT NULL,
    inventory_group_id BIGINT UNSIGNED NOT NULL,
    quantity           INT UNSIGNED    NOT NULL,
    PRIMARY KEY (shop_id, inventory_item_id, inventory_group_id)
  )`);

export const sales = sqlText(`
  CREATE TABLE sales (
    buyer    VARCHAR(20)  NOT NULL PRIMARY KEY,
    quantity INT UNSIGNED NOT NULL
  )`);

/** Units under an auto-increment key, found through a secondary index. */
export const numberedUnits = sqlText(`
  CREATE TABLE numbered_units (
    id                 BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    shop_id            INT UNSIGNED    NOT NULL,
    inventory_item_id  BIGINT UNSIGNED NOT NULL,
    inventory_group_id BIGINT UNSIGNED NOT NULL,
    KEY units_for_reserve (shop_id, inventory_item_id, inventory_group_id)
  )`);

/** Units that know when they came in, without an index on it. */
export const datedUnits = sqlText(`
  CREATE TABLE dated_units (
    shop_id            INT UNSIGNED    NOT NULL,
    inventory_item_id  BIGINT UNSIGNED NOT NULL,
    inventory_group_id BIGINT UNSIGNED NOT NULL,
    id                 BIGINT UNSIGNED NOT NULL,
    received_at        DATETIME        NOT NULL,
    PRIMARY KEY (shop_id, inventory_item_id, inventory_group_id, id)
  )`);

/** Units with a foreign key to the level that they lie in. */
export const boundUnits = sqlText(`
  CREATE TABLE bound_units (
    shop_id            INT UNSIGNED    NOT NULL,
    inventory_item_id  BIGINT UNSIGNED NOT NULL,
    inventory_group_id BIGINT UNSIGNED NOT NULL,
    id                 BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (shop_id, inventory_item_id, inventory_group_id, id),
    CONSTRAINT bound_units_level FOREIGN KEY (shop_id, inventory_item_id, inventory_group_id)
      REFERENCES inventory_levels (shop_id, inventory_item_id, inventory_group_id)
  )`);

/** Reserved units keyed by unit alone, as an early version may have had them. */
export const earlyReservedUnits = sqlText(`
  CREATE TABLE early_reserved_units (
    shop_id            INT UNSIGNED    NOT NULL,
    inventory_item_id  BIGINT UNSIGNED NOT NULL,
    inventory_group_id BIGINT UNSIGNED NOT NULL,
    id                 BIGINT UNSIGNED NOT NULL,
    reservation_id     BINARY(16)      NOT NULL,
    PRIMARY KEY (shop_id, inventory_item_id, inventory_group_id, id)
  )`);
