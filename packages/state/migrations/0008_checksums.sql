ALTER TABLE `messages` ADD `checksum` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `questions` ADD `checksum` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `state_values` ADD `checksum` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `work_items` ADD `checksum` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Known only to the connection that migrates, see `registerRowChecksum`.
UPDATE `messages` SET `checksum` = row_checksum(`session_id`, `role`, `content`, `tool_call_id`, `tool_calls`, `tool_name`, `timestamp`, `token_count`, `finish_reason`, `reasoning`, `provider_data`, `platform_message_id`);
--> statement-breakpoint
UPDATE `questions` SET `checksum` = row_checksum(`id`, `kind`, `session_id`, `root_session_id`, `tool`, `content`, `cwd`, `reasons`, `choices`, `fingerprint`, `created_at`, `deadline`, `default_answer`, `asked_by`);
--> statement-breakpoint
UPDATE `state_values` SET `checksum` = row_checksum(`namespace`, `key`, `value`);
--> statement-breakpoint
UPDATE `work_items` SET `checksum` = row_checksum(`queue`, `lane`, `id`, `payload`);
