CREATE TABLE `state_values` (
	`namespace` text NOT NULL,
	`key` text NOT NULL,
	`session_id` text,
	`value` text NOT NULL,
	`updated_at` real NOT NULL,
	PRIMARY KEY(`namespace`, `key`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `idx_values_session` ON `state_values` (`session_id`) WHERE "state_values"."session_id" is not null;--> statement-breakpoint
CREATE TABLE `__new_session_model_usage` (
	`session_id` text NOT NULL,
	`hour` integer NOT NULL,
	`task` text NOT NULL,
	`billing_provider` text NOT NULL,
	`model` text NOT NULL,
	`api_call_count` integer DEFAULT 0 NOT NULL,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`cache_read_tokens` integer DEFAULT 0 NOT NULL,
	`cache_write_tokens` integer DEFAULT 0 NOT NULL,
	`reasoning_tokens` integer DEFAULT 0 NOT NULL,
	`estimated_cost_usd` real,
	`cost_status` text,
	`cost_source` text,
	`pricing_version` text,
	PRIMARY KEY(`session_id`, `hour`, `task`, `billing_provider`, `model`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
-- When the calls were made was not kept: they count for the hour of the session's last activity.
INSERT INTO `__new_session_model_usage`(`session_id`, `hour`, `task`, `billing_provider`, `model`, `api_call_count`, `input_tokens`, `output_tokens`, `cache_read_tokens`, `cache_write_tokens`, `reasoning_tokens`, `estimated_cost_usd`, `cost_status`, `cost_source`, `pricing_version`)
SELECT `side`.`session_id`, CAST(`s`.`last_activity_at` / 3600 AS integer), `side`.`task`, `side`.`billing_provider`, `side`.`model`, `side`.`api_call_count`, `side`.`input_tokens`, `side`.`output_tokens`, `side`.`cache_read_tokens`, `side`.`cache_write_tokens`, `side`.`reasoning_tokens`, `side`.`estimated_cost_usd`, `side`.`cost_status`, `side`.`cost_source`, `side`.`pricing_version`
FROM `session_model_usage` `side` JOIN `sessions` `s` ON `s`.`id` = `side`.`session_id`;
--> statement-breakpoint
-- What is left of a session's own sum is its conversation.
INSERT INTO `__new_session_model_usage`(`session_id`, `hour`, `task`, `billing_provider`, `model`, `api_call_count`, `input_tokens`, `output_tokens`, `cache_read_tokens`, `cache_write_tokens`, `reasoning_tokens`, `estimated_cost_usd`, `cost_status`, `cost_source`, `pricing_version`)
SELECT
	`s`.`id`, CAST(`s`.`last_activity_at` / 3600 AS integer), 'turn', coalesce(`s`.`billing_provider`, 'unknown'), coalesce(`s`.`model`, 'unknown'),
	max(0, `s`.`api_call_count` - coalesce(sum(`side`.`api_call_count`), 0)),
	max(0, `s`.`input_tokens` - coalesce(sum(`side`.`input_tokens`), 0)),
	max(0, `s`.`output_tokens` - coalesce(sum(`side`.`output_tokens`), 0)),
	max(0, `s`.`cache_read_tokens` - coalesce(sum(`side`.`cache_read_tokens`), 0)),
	max(0, `s`.`cache_write_tokens` - coalesce(sum(`side`.`cache_write_tokens`), 0)),
	max(0, `s`.`reasoning_tokens` - coalesce(sum(`side`.`reasoning_tokens`), 0)),
	CASE WHEN `s`.`estimated_cost_usd` IS NOT NULL THEN max(0.0, `s`.`estimated_cost_usd` - coalesce(sum(`side`.`estimated_cost_usd`), 0.0)) END,
	`s`.`cost_status`, `s`.`cost_source`, `s`.`pricing_version`
FROM `sessions` `s` LEFT JOIN `session_model_usage` `side` ON `side`.`session_id` = `s`.`id`
GROUP BY `s`.`id`
HAVING `s`.`api_call_count` > coalesce(sum(`side`.`api_call_count`), 0);
--> statement-breakpoint
DROP TABLE `session_model_usage`;--> statement-breakpoint
ALTER TABLE `__new_session_model_usage` RENAME TO `session_model_usage`;--> statement-breakpoint
CREATE INDEX `idx_usage_hour` ON `session_model_usage` (`hour`);--> statement-breakpoint
-- Built anew, so that the column stands before the large ones.
CREATE TABLE `__new_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`user_id` text,
	`model` text,
	`parent_session_id` text,
	`link` text,
	`started_at` real NOT NULL,
	`ended_at` real,
	`end_reason` text,
	`last_activity_at` real NOT NULL,
	`message_count` integer DEFAULT 0 NOT NULL,
	`tool_call_count` integer DEFAULT 0 NOT NULL,
	`api_call_count` integer DEFAULT 0 NOT NULL,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`cache_read_tokens` integer DEFAULT 0 NOT NULL,
	`cache_write_tokens` integer DEFAULT 0 NOT NULL,
	`reasoning_tokens` integer DEFAULT 0 NOT NULL,
	`billing_provider` text,
	`billing_base_url` text,
	`billing_mode` text,
	`estimated_cost_usd` real,
	`actual_cost_usd` real,
	`cost_status` text,
	`cost_source` text,
	`pricing_version` text,
	`title` text,
	`title_source` text,
	`handoff_state` text,
	`handoff_platform` text,
	`handoff_error` text,
	`session_key` text,
	`chat_id` text,
	`chat_type` text,
	`thread_id` text,
	`display_name` text,
	`origin_json` text,
	`expiry_finalized` integer DEFAULT 0 NOT NULL,
	`cwd` text,
	`git_branch` text,
	`git_repo_root` text,
	`profile_name` text,
	`transport_profile` text,
	`rewind_count` integer DEFAULT 0 NOT NULL,
	`archived` integer DEFAULT 0 NOT NULL,
	`pinned` integer DEFAULT 0 NOT NULL,
	`model_config` text,
	`context_state` text,
	`system_prompt` text,
	FOREIGN KEY (`parent_session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
INSERT INTO `__new_sessions`(`rowid`, `id`, `source`, `user_id`, `model`, `parent_session_id`, `started_at`, `ended_at`, `end_reason`, `last_activity_at`, `message_count`, `tool_call_count`, `api_call_count`, `input_tokens`, `output_tokens`, `cache_read_tokens`, `cache_write_tokens`, `reasoning_tokens`, `billing_provider`, `billing_base_url`, `billing_mode`, `estimated_cost_usd`, `actual_cost_usd`, `cost_status`, `cost_source`, `pricing_version`, `title`, `title_source`, `handoff_state`, `handoff_platform`, `handoff_error`, `session_key`, `chat_id`, `chat_type`, `thread_id`, `display_name`, `origin_json`, `expiry_finalized`, `cwd`, `git_branch`, `git_repo_root`, `profile_name`, `transport_profile`, `rewind_count`, `archived`, `pinned`, `model_config`, `context_state`, `system_prompt`, `link`)
SELECT `rowid`, `id`, `source`, `user_id`, `model`, `parent_session_id`, `started_at`, `ended_at`, `end_reason`, `last_activity_at`, `message_count`, `tool_call_count`, `api_call_count`, `input_tokens`, `output_tokens`, `cache_read_tokens`, `cache_write_tokens`, `reasoning_tokens`, `billing_provider`, `billing_base_url`, `billing_mode`, `estimated_cost_usd`, `actual_cost_usd`, `cost_status`, `cost_source`, `pricing_version`, `title`, `title_source`, `handoff_state`, `handoff_platform`, `handoff_error`, `session_key`, `chat_id`, `chat_type`, `thread_id`, `display_name`, `origin_json`, `expiry_finalized`, `cwd`, `git_branch`, `git_repo_root`, `profile_name`, `transport_profile`, `rewind_count`, `archived`, `pinned`, `model_config`, `context_state`, `system_prompt`, CASE
	WHEN `parent_session_id` IS NULL THEN NULL
	WHEN json_valid(`model_config`) AND `model_config` ->> '$.continues' = 'compression' THEN 'compression'
	WHEN `source` = 'delegate' THEN 'delegate'
END
FROM `sessions`;
--> statement-breakpoint
DROP TABLE `sessions`;
--> statement-breakpoint
ALTER TABLE `__new_sessions` RENAME TO `sessions`;
--> statement-breakpoint
CREATE INDEX `idx_sessions_source` ON `sessions` (`source`);
--> statement-breakpoint
CREATE INDEX `idx_sessions_parent` ON `sessions` (`parent_session_id`);
--> statement-breakpoint
CREATE INDEX `idx_sessions_started` ON `sessions` ("started_at" desc);
--> statement-breakpoint
CREATE INDEX `idx_sessions_activity` ON `sessions` (`last_activity_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `idx_sessions_title` ON `sessions` (`title`) WHERE "sessions"."title" is not null;
