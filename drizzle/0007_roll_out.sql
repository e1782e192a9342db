CREATE TABLE `roll_out_events` (
	`event_id` binary(16) NOT NULL,
	`kind` enum('grouped','advance','back','safe','stop','go_on','thresholds') NOT NULL,
	`pod_id` int unsigned,
	`actor` varchar(80) NOT NULL,
	`says` varchar(500) NOT NULL,
	`created_at` datetime(3) NOT NULL DEFAULT (NOW(3)),
	CONSTRAINT `roll_out_events_key` PRIMARY KEY(`event_id`)
);
--> statement-breakpoint
CREATE TABLE `roll_out_pods` (
	`pod_id` int unsigned NOT NULL,
	`status` enum('resting','advancing','going_back') NOT NULL DEFAULT 'resting',
	`aim` enum('redis','shadow','mysql_redis_written','mysql') NOT NULL,
	`stepped_at` datetime(3),
	CONSTRAINT `roll_out_pods_key` PRIMARY KEY(`pod_id`)
);
--> statement-breakpoint
CREATE TABLE `roll_out_shops` (
	`shop_id` int unsigned NOT NULL,
	`pod_id` int unsigned NOT NULL,
	`checkouts` int unsigned NOT NULL,
	`safe_state` enum('redis','shadow','mysql_redis_written','mysql') NOT NULL,
	CONSTRAINT `roll_out_shops_key` PRIMARY KEY(`shop_id`)
);
--> statement-breakpoint
CREATE TABLE `roll_outs` (
	`roll_out_id` tinyint unsigned NOT NULL,
	`version` int unsigned NOT NULL DEFAULT 0,
	`status` enum('running','stopped') NOT NULL DEFAULT 'running',
	`stopped_why` varchar(200) NOT NULL DEFAULT '',
	`grouped_by` enum('traffic','percentage','list') NOT NULL DEFAULT 'traffic',
	`traffic_hours` int unsigned NOT NULL DEFAULT 24,
	`thresholds` json NOT NULL,
	`measures` json,
	`measured_at` datetime(3),
	`changed_by` varchar(80) NOT NULL DEFAULT '',
	CONSTRAINT `roll_outs_key` PRIMARY KEY(`roll_out_id`),
	CONSTRAINT `roll_outs_one` CHECK(roll_out_id = 1)
);
--> statement-breakpoint
ALTER TABLE `truth_comparisons` ADD `decided` int unsigned DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `roll_out_events_by_time` ON `roll_out_events` (`created_at`);--> statement-breakpoint
CREATE INDEX `roll_out_shops_of_pod` ON `roll_out_shops` (`pod_id`);