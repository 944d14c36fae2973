CREATE TABLE `message_chunks` (
	`message_id` integer NOT NULL,
	`chunk` integer NOT NULL,
	`vector` blob NOT NULL,
	PRIMARY KEY(`message_id`, `chunk`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
