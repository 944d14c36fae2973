CREATE TABLE `questions` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`session_id` text NOT NULL,
	`root_session_id` text NOT NULL,
	`tool` text,
	`content` text NOT NULL,
	`cwd` text,
	`reasons` text NOT NULL,
	`choices` text NOT NULL,
	`fingerprint` text NOT NULL,
	`created_at` real NOT NULL,
	`deadline` real NOT NULL,
	`default_answer` text,
	`asked_by` text NOT NULL,
	`held_until` real NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`answer` text,
	`answered_by` text,
	`settled_at` real,
	`taken_at` real,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`root_session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `idx_questions_session` ON `questions` (`session_id`);--> statement-breakpoint
CREATE INDEX `idx_questions_root` ON `questions` (`root_session_id`);--> statement-breakpoint
CREATE INDEX `idx_questions_open` ON `questions` (`state`) WHERE "questions"."state" = 'open';