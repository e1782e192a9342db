CREATE TABLE `simulation_packet_holds` (
	`reservation_id` binary(16) NOT NULL,
	`packet_id` int unsigned NOT NULL,
	CONSTRAINT `simulation_packet_holds_key` PRIMARY KEY(`reservation_id`,`packet_id`)
);
--> statement-breakpoint
CREATE TABLE `simulation_packets` (
	`packet_id` int unsigned NOT NULL,
	`connection_id` bigint unsigned NOT NULL,
	`tag` varchar(40) NOT NULL,
	`started_at` datetime(3) NOT NULL,
	`duration_us` int unsigned NOT NULL,
	`statements` json NOT NULL,
	`error` varchar(500),
	CONSTRAINT `simulation_packets_key` PRIMARY KEY(`packet_id`)
);
--> statement-breakpoint
CREATE TABLE `simulation_texts` (
	`text_id` int unsigned NOT NULL,
	`name` varchar(80) NOT NULL,
	`sql` text NOT NULL,
	CONSTRAINT `simulation_texts_key` PRIMARY KEY(`text_id`)
);
