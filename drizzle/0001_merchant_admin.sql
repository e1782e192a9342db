CREATE TABLE `audit_trail` (
	`shop_id` int unsigned NOT NULL,
	`entry_id` binary(16) NOT NULL,
	`subject` enum('product','variant','location','settings','transfer','hold','order') NOT NULL,
	`subject_id` varchar(40) NOT NULL,
	`subject_name` varchar(200) NOT NULL,
	`action` varchar(40) NOT NULL,
	`changes` json NOT NULL,
	`actor` varchar(80) NOT NULL,
	`reason` varchar(200) NOT NULL DEFAULT '',
	`created_at` datetime(3) NOT NULL DEFAULT (NOW(3)),
	CONSTRAINT `audit_trail_key` PRIMARY KEY(`shop_id`,`entry_id`)
);
--> statement-breakpoint
CREATE TABLE `counted_levels` (
	`shop_id` int unsigned NOT NULL,
	`inventory_item_id` bigint unsigned NOT NULL,
	`inventory_group_id` bigint unsigned NOT NULL,
	`location_id` bigint unsigned NOT NULL,
	`on_hand` int unsigned NOT NULL,
	`available` int unsigned NOT NULL,
	`held` int unsigned NOT NULL,
	`pooled` int unsigned NOT NULL,
	`unpooled` int unsigned NOT NULL,
	CONSTRAINT `counted_levels_key` PRIMARY KEY(`shop_id`,`inventory_item_id`,`inventory_group_id`)
);
--> statement-breakpoint
CREATE TABLE `level_counts` (
	`shop_id` int unsigned NOT NULL,
	`counted_at` datetime(3) NOT NULL,
	`duration_ms` int unsigned NOT NULL,
	CONSTRAINT `level_counts_key` PRIMARY KEY(`shop_id`)
);
--> statement-breakpoint
CREATE TABLE `transfer_lines` (
	`shop_id` int unsigned NOT NULL,
	`transfer_id` binary(16) NOT NULL,
	`inventory_item_id` bigint unsigned NOT NULL,
	`quantity` int unsigned NOT NULL,
	`received` int unsigned NOT NULL DEFAULT 0,
	`missing` int unsigned NOT NULL DEFAULT 0,
	`returned` int unsigned NOT NULL DEFAULT 0,
	CONSTRAINT `transfer_lines_key` PRIMARY KEY(`shop_id`,`transfer_id`,`inventory_item_id`),
	CONSTRAINT `transfer_lines_sum` CHECK(quantity > 0 AND received + missing + returned <= quantity)
);
--> statement-breakpoint
CREATE TABLE `transfers` (
	`shop_id` int unsigned NOT NULL,
	`transfer_id` binary(16) NOT NULL,
	`from_location_id` bigint unsigned NOT NULL,
	`to_location_id` bigint unsigned NOT NULL,
	`status` enum('planned','shipped','received','recalled','cancelled') NOT NULL,
	`note` varchar(200) NOT NULL DEFAULT '',
	`version` int unsigned NOT NULL DEFAULT 1,
	`created_at` datetime(3) NOT NULL DEFAULT (NOW(3)),
	`created_by` varchar(80) NOT NULL,
	`shipped_at` datetime(3),
	`ended_at` datetime(3),
	CONSTRAINT `transfers_key` PRIMARY KEY(`shop_id`,`transfer_id`),
	CONSTRAINT `transfers_ends` CHECK(from_location_id <> to_location_id),
	CONSTRAINT `transfers_ended` CHECK((status IN ('planned', 'shipped')) = (ended_at IS NULL))
);
--> statement-breakpoint
CREATE INDEX `audit_trail_by_time` ON `audit_trail` (`shop_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_trail_of_subject` ON `audit_trail` (`shop_id`,`subject`,`subject_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `counted_by_on_hand` ON `counted_levels` (`shop_id`,`on_hand`);--> statement-breakpoint
CREATE INDEX `counted_by_available` ON `counted_levels` (`shop_id`,`available`);--> statement-breakpoint
CREATE INDEX `counted_by_held` ON `counted_levels` (`shop_id`,`held`);--> statement-breakpoint
CREATE INDEX `counted_by_pooled` ON `counted_levels` (`shop_id`,`pooled`);--> statement-breakpoint
CREATE INDEX `counted_by_unpooled` ON `counted_levels` (`shop_id`,`unpooled`);--> statement-breakpoint
CREATE INDEX `transfer_lines_of_item` ON `transfer_lines` (`shop_id`,`inventory_item_id`);--> statement-breakpoint
CREATE INDEX `transfers_by_status` ON `transfers` (`shop_id`,`status`,`created_at`);