CREATE TABLE `inventory_items` (
	`shop_id` int unsigned NOT NULL,
	`inventory_item_id` bigint unsigned NOT NULL,
	`sku` varchar(60) NOT NULL,
	CONSTRAINT `inventory_items_shop_id_inventory_item_id_pk` PRIMARY KEY(`shop_id`,`inventory_item_id`),
	CONSTRAINT `inventory_items_by_sku` UNIQUE(`shop_id`,`sku`)
);
--> statement-breakpoint
CREATE TABLE `location_regions` (
	`shop_id` int unsigned NOT NULL,
	`region_code` varchar(20) NOT NULL,
	`location_id` bigint unsigned NOT NULL,
	`priority` smallint unsigned NOT NULL,
	CONSTRAINT `location_regions_shop_id_region_code_location_id_pk` PRIMARY KEY(`shop_id`,`region_code`,`location_id`)
);
--> statement-breakpoint
CREATE TABLE `locations` (
	`shop_id` int unsigned NOT NULL,
	`location_id` bigint unsigned NOT NULL,
	`name` varchar(80) NOT NULL,
	`country_code` char(2) NOT NULL,
	`status` enum('active','draining','inactive') NOT NULL DEFAULT 'active',
	`version` int unsigned NOT NULL DEFAULT 1,
	CONSTRAINT `locations_shop_id_location_id_pk` PRIMARY KEY(`shop_id`,`location_id`),
	CONSTRAINT `locations_by_name` UNIQUE(`shop_id`,`name`)
);
--> statement-breakpoint
CREATE TABLE `products` (
	`shop_id` int unsigned NOT NULL,
	`product_id` bigint unsigned NOT NULL,
	`slug` varchar(80) NOT NULL,
	`title` varchar(160) NOT NULL,
	`tagline` varchar(200) NOT NULL DEFAULT '',
	`description` text NOT NULL,
	`category` varchar(60) NOT NULL DEFAULT '',
	`image` varchar(200) NOT NULL DEFAULT '',
	`status` enum('active','archived') NOT NULL DEFAULT 'active',
	`version` int unsigned NOT NULL DEFAULT 1,
	`created_at` datetime(3) NOT NULL DEFAULT (NOW(3)),
	`updated_at` datetime(3),
	CONSTRAINT `products_shop_id_product_id_pk` PRIMARY KEY(`shop_id`,`product_id`),
	CONSTRAINT `products_by_slug` UNIQUE(`shop_id`,`slug`)
);
--> statement-breakpoint
CREATE TABLE `regions` (
	`shop_id` int unsigned NOT NULL,
	`region_code` varchar(20) NOT NULL,
	`name` varchar(80) NOT NULL,
	`position` smallint unsigned NOT NULL DEFAULT 0,
	CONSTRAINT `regions_shop_id_region_code_pk` PRIMARY KEY(`shop_id`,`region_code`)
);
--> statement-breakpoint
CREATE TABLE `shops` (
	`shop_id` int unsigned NOT NULL,
	`slug` varchar(60) NOT NULL,
	`name` varchar(120) NOT NULL,
	`currency` char(3) NOT NULL,
	`hold_seconds` int unsigned NOT NULL DEFAULT 300,
	`payment_extension_seconds` int unsigned NOT NULL DEFAULT 120,
	`pool_cap` int unsigned NOT NULL DEFAULT 1000,
	`low_water_mark` int unsigned NOT NULL DEFAULT 200,
	`created_at` datetime(3) NOT NULL DEFAULT (NOW(3)),
	CONSTRAINT `shops_shop_id_pk` PRIMARY KEY(`shop_id`),
	CONSTRAINT `shops_by_slug` UNIQUE(`slug`),
	CONSTRAINT `shops_settings` CHECK(hold_seconds > 0 AND pool_cap > 0 AND low_water_mark < pool_cap)
);
--> statement-breakpoint
CREATE TABLE `variants` (
	`shop_id` int unsigned NOT NULL,
	`variant_id` bigint unsigned NOT NULL,
	`product_id` bigint unsigned NOT NULL,
	`inventory_item_id` bigint unsigned NOT NULL,
	`title` varchar(120) NOT NULL,
	`price_minor` int unsigned NOT NULL,
	`position` smallint unsigned NOT NULL DEFAULT 0,
	`status` enum('active','archived') NOT NULL DEFAULT 'active',
	`version` int unsigned NOT NULL DEFAULT 1,
	CONSTRAINT `variants_shop_id_variant_id_pk` PRIMARY KEY(`shop_id`,`variant_id`),
	CONSTRAINT `variants_by_item` UNIQUE(`shop_id`,`inventory_item_id`)
);
--> statement-breakpoint
CREATE TABLE `available_units` (
	`shop_id` int unsigned NOT NULL,
	`inventory_item_id` bigint unsigned NOT NULL,
	`inventory_group_id` bigint unsigned NOT NULL,
	`id` bigint unsigned NOT NULL,
	CONSTRAINT `available_units_key` PRIMARY KEY(`shop_id`,`inventory_item_id`,`inventory_group_id`,`id`)
);
--> statement-breakpoint
CREATE TABLE `inventory_levels` (
	`shop_id` int unsigned NOT NULL,
	`inventory_item_id` bigint unsigned NOT NULL,
	`inventory_group_id` bigint unsigned NOT NULL,
	`location_id` bigint unsigned NOT NULL,
	`unpooled` int unsigned NOT NULL DEFAULT 0,
	`next_unit_id` bigint unsigned NOT NULL DEFAULT 1,
	`pool_cap` int unsigned NOT NULL DEFAULT 1000,
	`low_water_mark` int unsigned NOT NULL DEFAULT 200,
	CONSTRAINT `levels_key` PRIMARY KEY(`shop_id`,`inventory_item_id`,`inventory_group_id`),
	CONSTRAINT `levels_pool` CHECK(pool_cap > 0 AND low_water_mark < pool_cap)
);
--> statement-breakpoint
CREATE TABLE `reservation_lines` (
	`shop_id` int unsigned NOT NULL,
	`reservation_id` binary(16) NOT NULL,
	`inventory_item_id` bigint unsigned NOT NULL,
	`inventory_group_id` bigint unsigned NOT NULL,
	`quantity` int unsigned NOT NULL,
	CONSTRAINT `reservation_lines_key` PRIMARY KEY(`shop_id`,`reservation_id`,`inventory_item_id`,`inventory_group_id`),
	CONSTRAINT `reservation_lines_quantity` CHECK(quantity > 0)
);
--> statement-breakpoint
CREATE TABLE `reservations` (
	`shop_id` int unsigned NOT NULL,
	`reservation_id` binary(16) NOT NULL,
	`checkout_id` binary(16) NOT NULL,
	`status` enum('held','claimed','released','expired') NOT NULL,
	`created_at` datetime(3) NOT NULL,
	`expires_at` datetime(3) NOT NULL,
	`extended_at` datetime(3),
	`ended_at` datetime(3),
	CONSTRAINT `reservations_key` PRIMARY KEY(`shop_id`,`reservation_id`),
	CONSTRAINT `reservations_ended` CHECK((status = 'held') = (ended_at IS NULL))
);
--> statement-breakpoint
CREATE TABLE `reserved_units` (
	`shop_id` int unsigned NOT NULL,
	`inventory_item_id` bigint unsigned NOT NULL,
	`inventory_group_id` bigint unsigned NOT NULL,
	`reservation_id` binary(16) NOT NULL,
	`id` bigint unsigned NOT NULL,
	CONSTRAINT `reserved_units_key` PRIMARY KEY(`shop_id`,`inventory_item_id`,`inventory_group_id`,`reservation_id`,`id`)
);
--> statement-breakpoint
CREATE TABLE `sold_units` (
	`shop_id` int unsigned NOT NULL,
	`inventory_item_id` bigint unsigned NOT NULL,
	`inventory_group_id` bigint unsigned NOT NULL,
	`id` bigint unsigned NOT NULL,
	`reservation_id` binary(16) NOT NULL,
	`order_id` binary(16) NOT NULL,
	`sold_at` datetime(3) NOT NULL,
	`returned_at` datetime(3),
	CONSTRAINT `sold_units_key` PRIMARY KEY(`shop_id`,`inventory_item_id`,`inventory_group_id`,`id`)
);
--> statement-breakpoint
CREATE TABLE `inventory_ledger` (
	`shop_id` int unsigned NOT NULL,
	`inventory_item_id` bigint unsigned NOT NULL,
	`inventory_group_id` bigint unsigned NOT NULL,
	`reason` enum('received','sold','adjusted','returned','transferred') NOT NULL,
	`reference_id` binary(16) NOT NULL,
	`delta` int NOT NULL,
	`actor` varchar(80) NOT NULL,
	`note` varchar(200) NOT NULL DEFAULT '',
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `inventory_ledger_key` PRIMARY KEY(`shop_id`,`inventory_item_id`,`inventory_group_id`,`reason`,`reference_id`),
	CONSTRAINT `ledger_delta` CHECK(delta <> 0)
);
--> statement-breakpoint
CREATE TABLE `ledger_checkpoints` (
	`shop_id` int unsigned NOT NULL,
	`inventory_item_id` bigint unsigned NOT NULL,
	`inventory_group_id` bigint unsigned NOT NULL,
	`balance` bigint NOT NULL,
	`sold` bigint NOT NULL,
	`upto_at` datetime(3) NOT NULL,
	CONSTRAINT `ledger_checkpoints_key` PRIMARY KEY(`shop_id`,`inventory_item_id`,`inventory_group_id`)
);
--> statement-breakpoint
CREATE INDEX `location_regions_by_location` ON `location_regions` (`shop_id`,`location_id`);--> statement-breakpoint
CREATE INDEX `products_for_list` ON `products` (`shop_id`,`status`,`title`);--> statement-breakpoint
CREATE INDEX `variants_of_product` ON `variants` (`shop_id`,`product_id`,`position`);--> statement-breakpoint
CREATE INDEX `levels_of_location` ON `inventory_levels` (`shop_id`,`location_id`);--> statement-breakpoint
CREATE INDEX `reservations_for_expiry` ON `reservations` (`shop_id`,`status`,`expires_at`);--> statement-breakpoint
CREATE INDEX `sold_units_of_order` ON `sold_units` (`shop_id`,`order_id`);--> statement-breakpoint
CREATE INDEX `ledger_by_time` ON `inventory_ledger` (`shop_id`,`inventory_item_id`,`inventory_group_id`,`created_at`,`delta`);