CREATE TABLE `shared_texts` (
	`hash` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`checksum` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `shared_notes` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `shared_prompt` text;