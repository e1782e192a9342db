CREATE TABLE `simulation_refills` (
	`refill_id` int unsigned NOT NULL,
	`inventory_item_id` bigint unsigned NOT NULL,
	`inventory_group_id` bigint unsigned NOT NULL,
	`refilled_at` datetime(3) NOT NULL,
	`kind` enum('inline','background') NOT NULL,
	`added` int unsigned NOT NULL,
	`duration_us` int unsigned NOT NULL,
	`waits` json NOT NULL,
	CONSTRAINT `simulation_refills_key` PRIMARY KEY(`refill_id`)
);
