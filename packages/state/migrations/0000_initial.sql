CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` text NOT NULL,
	`role` text NOT NULL,
	`content` text,
	`tool_call_id` text,
	`tool_calls` text,
	`tool_name` text,
	`timestamp` real NOT NULL,
	`token_count` integer,
	`finish_reason` text,
	`reasoning` text,
	`provider_data` text,
	`platform_message_id` text,
	`reasoning_content` text,
	`reasoning_details` text,
	`codex_reasoning_items` text,
	`codex_message_items` text,
	`effect_disposition` text,
	`observed` integer DEFAULT 0 NOT NULL,
	`active` integer DEFAULT 1 NOT NULL,
	`compacted` integer DEFAULT 0 NOT NULL,
	`api_content` text,
	`display_kind` text,
	`display_metadata` text,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `idx_messages_session` ON `messages` (`session_id`,`timestamp`);--> statement-breakpoint
CREATE INDEX `idx_messages_session_id` ON `messages` (`session_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`user_id` text,
	`model` text,
	`parent_session_id` text,
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
CREATE INDEX `idx_sessions_source` ON `sessions` (`source`);--> statement-breakpoint
CREATE INDEX `idx_sessions_parent` ON `sessions` (`parent_session_id`);--> statement-breakpoint
CREATE INDEX `idx_sessions_started` ON `sessions` ("started_at" desc);--> statement-breakpoint
CREATE INDEX `idx_sessions_activity` ON `sessions` (`last_activity_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `idx_sessions_title` ON `sessions` (`title`) WHERE "sessions"."title" is not null;--> statement-breakpoint
CREATE TABLE `state_meta` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text
);
