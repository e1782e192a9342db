DROP INDEX `counted_by_on_hand` ON `counted_levels`;--> statement-breakpoint
DROP INDEX `counted_by_available` ON `counted_levels`;--> statement-breakpoint
DROP INDEX `counted_by_held` ON `counted_levels`;--> statement-breakpoint
DROP INDEX `counted_by_pooled` ON `counted_levels`;--> statement-breakpoint
DROP INDEX `counted_by_unpooled` ON `counted_levels`;--> statement-breakpoint
ALTER TABLE `counted_levels` ADD `location_name` varchar(80) NOT NULL;--> statement-breakpoint
ALTER TABLE `counted_levels` ADD `product_id` bigint unsigned NOT NULL;--> statement-breakpoint
ALTER TABLE `counted_levels` ADD `product_title` varchar(160) NOT NULL;--> statement-breakpoint
ALTER TABLE `counted_levels` ADD `variant_title` varchar(120) NOT NULL;--> statement-breakpoint
ALTER TABLE `counted_levels` ADD `sku` varchar(60) NOT NULL;--> statement-breakpoint
ALTER TABLE `counted_levels` ADD `is_archived` boolean NOT NULL;--> statement-breakpoint
CREATE INDEX `counted_by_title` ON `counted_levels` (`shop_id`,`is_archived`,`product_title`,`variant_title`);--> statement-breakpoint
CREATE INDEX `counted_by_sku` ON `counted_levels` (`shop_id`,`is_archived`,`sku`);--> statement-breakpoint
CREATE INDEX `counted_by_location` ON `counted_levels` (`shop_id`,`is_archived`,`location_name`,`product_title`,`variant_title`);--> statement-breakpoint
CREATE INDEX `counted_by_on_hand` ON `counted_levels` (`shop_id`,`is_archived`,`on_hand`);--> statement-breakpoint
CREATE INDEX `counted_by_available` ON `counted_levels` (`shop_id`,`is_archived`,`available`);--> statement-breakpoint
CREATE INDEX `counted_by_held` ON `counted_levels` (`shop_id`,`is_archived`,`held`);--> statement-breakpoint
CREATE INDEX `counted_by_pooled` ON `counted_levels` (`shop_id`,`is_archived`,`pooled`);--> statement-breakpoint
CREATE INDEX `counted_by_unpooled` ON `counted_levels` (`shop_id`,`is_archived`,`unpooled`);