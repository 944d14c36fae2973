-- Each message of a chat writes to these tables: a change writes half as many pages.
CREATE TABLE `__new_lane_claims` (
	`lane` text PRIMARY KEY NOT NULL,
	`fence` integer NOT NULL,
	`holder` text NOT NULL,
	`held_until` real NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_lane_claims` SELECT `lane`, `fence`, `holder`, `held_until` FROM `lane_claims`;
--> statement-breakpoint
DROP TABLE `lane_claims`;
--> statement-breakpoint
ALTER TABLE `__new_lane_claims` RENAME TO `lane_claims`;
--> statement-breakpoint
CREATE TABLE `__new_work_lanes` (
	`queue` text NOT NULL,
	`lane` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`head` integer NOT NULL,
	`ready_at` real NOT NULL,
	`fence` integer,
	`holder` text,
	PRIMARY KEY(`queue`, `lane`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_work_lanes` SELECT `queue`, `lane`, `state`, `head`, `ready_at`, `fence`, `holder` FROM `work_lanes`;
--> statement-breakpoint
DROP TABLE `work_lanes`;
--> statement-breakpoint
ALTER TABLE `__new_work_lanes` RENAME TO `work_lanes`;
--> statement-breakpoint
CREATE INDEX `idx_work_lanes_ready` ON `work_lanes` (`queue`,`ready_at`,`head`);
--> statement-breakpoint
-- Claims are numbered on the page on which SQLite numbers items.
INSERT INTO `sqlite_sequence` (`name`, `seq`)
	SELECT 'fence', coalesce(max(cast(`value` AS integer)), 0) FROM `state_meta` WHERE `key` = 'fence';
--> statement-breakpoint
DELETE FROM `state_meta` WHERE `key` = 'fence';
