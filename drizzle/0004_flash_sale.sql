CREATE TABLE `simulation_attempts` (
	`buyer` int unsigned NOT NULL,
	`checkout_id` binary(16) NOT NULL,
	`reservation_id` binary(16) NOT NULL,
	`order_id` binary(16),
	`outcome` enum('claimed','sold_out','all_held','busy','released','expired','refunded','failed') NOT NULL,
	`lines` json NOT NULL,
	`units_wanted` int unsigned NOT NULL,
	`groups` json NOT NULL,
	`would_pay` int NOT NULL,
	`arrived_us` bigint unsigned NOT NULL,
	`started_us` bigint unsigned NOT NULL,
	`answered_us` bigint unsigned NOT NULL,
	`ended_us` bigint unsigned,
	`free_after` int unsigned,
	`units` json,
	`seen` json,
	`amount_minor` bigint unsigned NOT NULL,
	CONSTRAINT `simulation_attempts_key` PRIMARY KEY(`buyer`)
);
--> statement-breakpoint
CREATE TABLE `simulation_findings` (
	`run_id` bigint unsigned NOT NULL,
	`finding_id` int unsigned NOT NULL,
	`kind` enum('shared_unit','false_refusal','leaked_units','paid_without_order') NOT NULL,
	`detail` json NOT NULL,
	CONSTRAINT `simulation_findings_key` PRIMARY KEY(`run_id`,`finding_id`)
);
--> statement-breakpoint
CREATE TABLE `simulation_payments` (
	`reservation_id` binary(16) NOT NULL,
	`buyer` int unsigned NOT NULL,
	`amount_minor` bigint unsigned NOT NULL,
	`paid_at` datetime(3) NOT NULL,
	CONSTRAINT `simulation_payments_key` PRIMARY KEY(`reservation_id`)
);
--> statement-breakpoint
CREATE TABLE `simulation_runs` (
	`run_id` bigint unsigned AUTO_INCREMENT NOT NULL,
	`first_run_id` bigint unsigned NOT NULL,
	`position` smallint unsigned NOT NULL,
	`strategy` varchar(40) NOT NULL,
	`scenario` varchar(40),
	`state` enum('queued','preparing','selling','judging','finished','stopped','interrupted','failed') NOT NULL,
	`inputs` json NOT NULL,
	`environment` json,
	`frame` json,
	`report` json,
	`note` varchar(1000) NOT NULL DEFAULT '',
	`created_at` datetime(3) NOT NULL DEFAULT (NOW(3)),
	`started_at` datetime(3),
	`finished_at` datetime(3),
	`heartbeat_at` datetime(3),
	`stop_requested_at` datetime(3),
	`dropped_at` datetime(3),
	CONSTRAINT `simulation_runs_key` PRIMARY KEY(`run_id`)
);
--> statement-breakpoint
CREATE TABLE `simulation_samples` (
	`run_id` bigint unsigned NOT NULL,
	`sequence` int unsigned NOT NULL,
	`at_ms` int unsigned NOT NULL,
	`figures` json NOT NULL,
	CONSTRAINT `simulation_samples_key` PRIMARY KEY(`run_id`,`sequence`)
);
--> statement-breakpoint
CREATE INDEX `attempts_by_reservation` ON `simulation_attempts` (`reservation_id`);--> statement-breakpoint
CREATE INDEX `runs_started_together` ON `simulation_runs` (`first_run_id`,`position`);--> statement-breakpoint
CREATE INDEX `runs_by_state` ON `simulation_runs` (`state`);