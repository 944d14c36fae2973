ALTER TABLE `sessions` ADD `checksum` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Known only to the connection that migrates, see `registerRowChecksum`.
UPDATE `sessions` SET `checksum` = row_checksum(`id`, `source`, `user_id`, `model`, `title`, `cwd`, `link`, `started_at`, `model_config`, `context_state`, `system_prompt`);
