CREATE TABLE `session_model_usage` (
	`session_id` text NOT NULL,
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
	PRIMARY KEY(`session_id`, `task`, `billing_provider`, `model`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
