CREATE TABLE `shop_truths` (
	`shop_id` int unsigned NOT NULL,
	`state` enum('redis','shadow','mysql_redis_written','mysql') NOT NULL,
	`version` int unsigned NOT NULL DEFAULT 1,
	`is_settling` boolean NOT NULL DEFAULT false,
	`changed_at` datetime(3) NOT NULL,
	`changed_by` varchar(80) NOT NULL,
	CONSTRAINT `shop_truths_key` PRIMARY KEY(`shop_id`)
);
--> statement-breakpoint
CREATE TABLE `truth_comparisons` (
	`shop_id` int unsigned NOT NULL,
	`bucket_at` int unsigned NOT NULL,
	`process_id` binary(16) NOT NULL,
	`state` enum('redis','shadow','mysql_redis_written','mysql') NOT NULL,
	`compared` int unsigned NOT NULL,
	`timing` int unsigned NOT NULL,
	`expiry` int unsigned NOT NULL,
	`location` int unsigned NOT NULL,
	`bug` int unsigned NOT NULL,
	`dropped` int unsigned NOT NULL,
	`failed` int unsigned NOT NULL,
	`deciding_us` bigint unsigned NOT NULL,
	`shadow_us` bigint unsigned NOT NULL,
	CONSTRAINT `truth_comparisons_key` PRIMARY KEY(`shop_id`,`bucket_at`,`process_id`,`state`)
);
--> statement-breakpoint
CREATE TABLE `truth_differences` (
	`shop_id` int unsigned NOT NULL,
	`difference_id` binary(16) NOT NULL,
	`reservation_id` binary(16) NOT NULL,
	`checkout_id` binary(16) NOT NULL,
	`state` enum('redis','shadow','mysql_redis_written','mysql') NOT NULL,
	`redis_decision` enum('reserved','refused') NOT NULL,
	`mysql_decision` enum('reserved','sold_out','all_held') NOT NULL,
	`reason` enum('timing','expiry','location','bug') NOT NULL,
	`detail` json NOT NULL,
	`created_at` datetime(3) NOT NULL DEFAULT (NOW(3)),
	CONSTRAINT `truth_differences_key` PRIMARY KEY(`shop_id`,`difference_id`)
);
--> statement-breakpoint
CREATE TABLE `truth_switches` (
	`shop_id` int unsigned NOT NULL,
	`version` int unsigned NOT NULL,
	`from_state` enum('redis','shadow','mysql_redis_written','mysql') NOT NULL,
	`to_state` enum('redis','shadow','mysql_redis_written','mysql') NOT NULL,
	`actor` varchar(80) NOT NULL,
	`reason` varchar(200) NOT NULL DEFAULT '',
	`holds_carried` int unsigned NOT NULL DEFAULT 0,
	`created_at` datetime(3) NOT NULL DEFAULT (NOW(3)),
	CONSTRAINT `truth_switches_key` PRIMARY KEY(`shop_id`,`version`)
);
--> statement-breakpoint
CREATE INDEX `truth_differences_by_time` ON `truth_differences` (`shop_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `truth_differences_by_reason` ON `truth_differences` (`shop_id`,`reason`,`created_at`);--> statement-breakpoint
CREATE INDEX `truth_switches_by_time` ON `truth_switches` (`shop_id`,`created_at`);