CREATE TABLE `lane_claims` (
	`lane` text PRIMARY KEY NOT NULL,
	`fence` integer NOT NULL,
	`holder` text NOT NULL,
	`held_until` real NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idx_lane_claims_until` ON `lane_claims` (`held_until`);--> statement-breakpoint
CREATE TABLE `work_items` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`queue` text NOT NULL,
	`lane` text NOT NULL,
	`id` text NOT NULL,
	`payload` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`not_before` real,
	`put_at` real NOT NULL,
	`fence` integer,
	`error` text,
	`settled_at` real
);
--> statement-breakpoint
CREATE UNIQUE INDEX `idx_work_items_id` ON `work_items` (`queue`,`id`);--> statement-breakpoint
CREATE INDEX `idx_work_items_open` ON `work_items` (`queue`,`lane`,`number`) WHERE "work_items"."status" <> 'done';--> statement-breakpoint
CREATE INDEX `idx_work_items_settled` ON `work_items` (`queue`,`settled_at`) WHERE "work_items"."status" = 'done';--> statement-breakpoint
CREATE TABLE `work_lanes` (
	`queue` text NOT NULL,
	`lane` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`head` integer NOT NULL,
	`ready_at` real NOT NULL,
	`fence` integer,
	`holder` text,
	PRIMARY KEY(`queue`, `lane`)
);
--> statement-breakpoint
CREATE INDEX `idx_work_lanes_ready` ON `work_lanes` (`queue`,`ready_at`,`head`);--> statement-breakpoint
CREATE INDEX `idx_work_lanes_holder` ON `work_lanes` (`queue`,`holder`) WHERE "work_lanes"."holder" is not null;