CREATE TABLE `cart_lines` (
	`shop_id` int unsigned NOT NULL,
	`cart_id` binary(16) NOT NULL,
	`variant_id` bigint unsigned NOT NULL,
	`quantity` int unsigned NOT NULL,
	`added_at` datetime(3) NOT NULL,
	CONSTRAINT `cart_lines_key` PRIMARY KEY(`shop_id`,`cart_id`,`variant_id`),
	CONSTRAINT `cart_lines_quantity` CHECK(quantity BETWEEN 1 AND 20)
);
--> statement-breakpoint
CREATE TABLE `carts` (
	`shop_id` int unsigned NOT NULL,
	`cart_id` binary(16) NOT NULL,
	`checkout_id` binary(16),
	`created_at` datetime(3) NOT NULL DEFAULT (NOW(3)),
	CONSTRAINT `carts_key` PRIMARY KEY(`shop_id`,`cart_id`)
);
--> statement-breakpoint
CREATE TABLE `checkout_events` (
	`shop_id` int unsigned NOT NULL,
	`checkout_id` binary(16) NOT NULL,
	`event_key` varchar(120) NOT NULL,
	`kind` varchar(40) NOT NULL,
	`actor` varchar(80) NOT NULL,
	`detail` json NOT NULL,
	`happened_at` datetime(3) NOT NULL,
	CONSTRAINT `checkout_events_key` PRIMARY KEY(`shop_id`,`checkout_id`,`event_key`)
);
--> statement-breakpoint
CREATE TABLE `checkout_lines` (
	`shop_id` int unsigned NOT NULL,
	`checkout_id` binary(16) NOT NULL,
	`variant_id` bigint unsigned NOT NULL,
	`inventory_item_id` bigint unsigned NOT NULL,
	`product_title` varchar(160) NOT NULL,
	`variant_title` varchar(120) NOT NULL,
	`unit_price_minor` int unsigned NOT NULL,
	`quantity` int unsigned NOT NULL,
	CONSTRAINT `checkout_lines_key` PRIMARY KEY(`shop_id`,`checkout_id`,`variant_id`),
	CONSTRAINT `checkout_lines_quantity` CHECK(quantity > 0)
);
--> statement-breakpoint
CREATE TABLE `checkouts` (
	`shop_id` int unsigned NOT NULL,
	`checkout_id` binary(16) NOT NULL,
	`cart_id` binary(16) NOT NULL,
	`status` enum('open','completed','cancelled') NOT NULL DEFAULT 'open',
	`region_code` varchar(20) NOT NULL,
	`currency` char(3) NOT NULL,
	`total_minor` int unsigned NOT NULL,
	`email` varchar(254) NOT NULL DEFAULT '',
	`full_name` varchar(120) NOT NULL DEFAULT '',
	`street` varchar(160) NOT NULL DEFAULT '',
	`postcode` varchar(20) NOT NULL DEFAULT '',
	`city` varchar(80) NOT NULL DEFAULT '',
	`country` varchar(80) NOT NULL DEFAULT '',
	`reservation_id` binary(16),
	`replaces_reservation_id` binary(16),
	`held_region_code` varchar(20),
	`created_at` datetime(3) NOT NULL DEFAULT (NOW(3)),
	`ended_at` datetime(3),
	CONSTRAINT `checkouts_key` PRIMARY KEY(`shop_id`,`checkout_id`),
	CONSTRAINT `checkouts_ended` CHECK((status = 'open') = (ended_at IS NULL))
);
--> statement-breakpoint
CREATE TABLE `order_lines` (
	`shop_id` int unsigned NOT NULL,
	`order_id` binary(16) NOT NULL,
	`variant_id` bigint unsigned NOT NULL,
	`inventory_item_id` bigint unsigned NOT NULL,
	`product_title` varchar(160) NOT NULL,
	`variant_title` varchar(120) NOT NULL,
	`unit_price_minor` int unsigned NOT NULL,
	`quantity` int unsigned NOT NULL,
	CONSTRAINT `order_lines_key` PRIMARY KEY(`shop_id`,`order_id`,`variant_id`),
	CONSTRAINT `order_lines_quantity` CHECK(quantity > 0)
);
--> statement-breakpoint
CREATE TABLE `orders` (
	`shop_id` int unsigned NOT NULL,
	`order_id` binary(16) NOT NULL,
	`order_code` char(9) NOT NULL,
	`payment_id` binary(16) NOT NULL,
	`reservation_id` binary(16),
	`status` enum('open','needs_attention','cancelled') NOT NULL,
	`attention_reason` enum('no_stock_after_payment','paid_after_cancelling','refunded_by_gateway'),
	`region_code` varchar(20) NOT NULL,
	`currency` char(3) NOT NULL,
	`total_minor` int unsigned NOT NULL,
	`email` varchar(254) NOT NULL,
	`full_name` varchar(120) NOT NULL,
	`street` varchar(160) NOT NULL,
	`postcode` varchar(20) NOT NULL,
	`city` varchar(80) NOT NULL,
	`country` varchar(80) NOT NULL,
	`placed_at` datetime(3) NOT NULL,
	`cancelled_at` datetime(3),
	`restocked_at` datetime(3),
	`resolved_at` datetime(3),
	`resolved_by` varchar(80),
	CONSTRAINT `orders_key` PRIMARY KEY(`shop_id`,`order_id`),
	CONSTRAINT `orders_cancelled` CHECK((status = 'cancelled') = (cancelled_at IS NOT NULL)),
	CONSTRAINT `orders_attention` CHECK(status <> 'needs_attention' OR attention_reason IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE `shipment_lines` (
	`shop_id` int unsigned NOT NULL,
	`order_id` binary(16) NOT NULL,
	`inventory_item_id` bigint unsigned NOT NULL,
	`inventory_group_id` bigint unsigned NOT NULL,
	`location_id` bigint unsigned NOT NULL,
	`quantity` int unsigned NOT NULL,
	CONSTRAINT `shipment_lines_key` PRIMARY KEY(`shop_id`,`order_id`,`inventory_item_id`,`inventory_group_id`),
	CONSTRAINT `shipment_lines_quantity` CHECK(quantity > 0)
);
--> statement-breakpoint
CREATE TABLE `shipments` (
	`shop_id` int unsigned NOT NULL,
	`order_id` binary(16) NOT NULL,
	`location_id` bigint unsigned NOT NULL,
	`status` enum('waiting','shipped','cancelled') NOT NULL DEFAULT 'waiting',
	`shipped_at` datetime(3),
	CONSTRAINT `shipments_key` PRIMARY KEY(`shop_id`,`order_id`,`location_id`)
);
--> statement-breakpoint
CREATE TABLE `gateway_accounts` (
	`shop_id` int unsigned NOT NULL,
	`webhook_secret` char(64) NOT NULL,
	`next_script` json,
	CONSTRAINT `gateway_accounts_key` PRIMARY KEY(`shop_id`)
);
--> statement-breakpoint
CREATE TABLE `gateway_deliveries` (
	`shop_id` int unsigned NOT NULL,
	`payment_id` binary(16) NOT NULL,
	`delivery_no` int unsigned NOT NULL,
	`event_key` varchar(80) NOT NULL,
	`kind` enum('approved','declined','refunded') NOT NULL,
	`status` enum('waiting','delivered','abandoned') NOT NULL DEFAULT 'waiting',
	`due_at` datetime(3) NOT NULL,
	`tries` int unsigned NOT NULL DEFAULT 0,
	CONSTRAINT `gateway_deliveries_key` PRIMARY KEY(`shop_id`,`payment_id`,`delivery_no`)
);
--> statement-breakpoint
CREATE TABLE `payment_attempts` (
	`shop_id` int unsigned NOT NULL,
	`payment_id` binary(16) NOT NULL,
	`checkout_id` binary(16) NOT NULL,
	`attempt_key` binary(16) NOT NULL,
	`status` enum('pending','approved','declined','timed_out','refunded') NOT NULL,
	`amount_minor` int unsigned NOT NULL,
	`currency` char(3) NOT NULL,
	`card_last4` char(4) NOT NULL,
	`card_script` varchar(40) NOT NULL,
	`started_at` datetime(3) NOT NULL,
	`accepted_at` datetime(3),
	`times_out_at` datetime(3) NOT NULL,
	`ended_at` datetime(3),
	`settled_at` datetime(3),
	`decline_reason` varchar(60) NOT NULL DEFAULT '',
	CONSTRAINT `payment_attempts_key` PRIMARY KEY(`shop_id`,`payment_id`),
	CONSTRAINT `payment_attempts_of_checkout` UNIQUE(`shop_id`,`checkout_id`,`attempt_key`),
	CONSTRAINT `payment_attempts_ended` CHECK((status = 'pending') = (ended_at IS NULL))
);
--> statement-breakpoint
CREATE TABLE `payment_events` (
	`shop_id` int unsigned NOT NULL,
	`payment_id` binary(16) NOT NULL,
	`event_key` varchar(80) NOT NULL,
	`kind` enum('approved','declined','refunded','timed_out') NOT NULL,
	`effect` enum('applied','ignored') NOT NULL,
	`deliveries` int unsigned NOT NULL DEFAULT 1,
	`received_at` datetime(3) NOT NULL,
	CONSTRAINT `payment_events_key` PRIMARY KEY(`shop_id`,`payment_id`,`event_key`)
);
--> statement-breakpoint
CREATE TABLE `refunds` (
	`shop_id` int unsigned NOT NULL,
	`refund_id` binary(16) NOT NULL,
	`payment_id` binary(16) NOT NULL,
	`checkout_id` binary(16) NOT NULL,
	`amount_minor` int unsigned NOT NULL,
	`reason` varchar(200) NOT NULL,
	`actor` varchar(80) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `refunds_key` PRIMARY KEY(`shop_id`,`refund_id`),
	CONSTRAINT `refunds_amount` CHECK(amount_minor > 0)
);
--> statement-breakpoint
CREATE INDEX `checkout_events_by_time` ON `checkout_events` (`shop_id`,`checkout_id`,`happened_at`);--> statement-breakpoint
CREATE INDEX `orders_by_time` ON `orders` (`shop_id`,`placed_at`);--> statement-breakpoint
CREATE INDEX `orders_by_status` ON `orders` (`shop_id`,`status`,`placed_at`);--> statement-breakpoint
CREATE INDEX `orders_by_code` ON `orders` (`shop_id`,`order_code`);--> statement-breakpoint
CREATE INDEX `orders_by_email` ON `orders` (`shop_id`,`email`);--> statement-breakpoint
CREATE INDEX `orders_to_restock` ON `orders` (`status`,`restocked_at`);--> statement-breakpoint
CREATE INDEX `shipments_of_location` ON `shipments` (`shop_id`,`location_id`,`status`);--> statement-breakpoint
CREATE INDEX `gateway_deliveries_due` ON `gateway_deliveries` (`status`,`due_at`);--> statement-breakpoint
CREATE INDEX `payment_attempts_to_finish` ON `payment_attempts` (`status`,`settled_at`,`times_out_at`);--> statement-breakpoint
CREATE INDEX `refunds_of_checkout` ON `refunds` (`shop_id`,`checkout_id`);