ALTER TABLE `messages` ADD `searchable` text;
--> statement-breakpoint
UPDATE `messages` SET `searchable` = (
	SELECT group_concat(CASE `part`.`type` WHEN 'object' THEN `part`.`value` ->> '$.text' ELSE `part`.`value` END, ' ')
	FROM json_each(substr(`messages`.`content`, 7)) AS `part`
) WHERE substr(`content`, 1, 6) = char(1) || 'json:' AND json_valid(substr(`content`, 7));
--> statement-breakpoint
-- Of a content that is no plain text only its texts; the index of words may not look into JSON by itself.
CREATE VIEW `messages_searchable` AS
SELECT
	`id`,
	CASE WHEN substr(`content`, 1, 6) = char(1) || 'json:' THEN `searchable` ELSE `content` END AS `content`,
	`tool_name`,
	`tool_calls`
FROM `messages`;
--> statement-breakpoint
-- Those with letters beyond ASCII, which may stand without blanks between their words.
CREATE VIEW `messages_searchable_wide` AS
SELECT `id`, `content` FROM `messages_searchable` WHERE octet_length(`content`) <> length(`content`);
--> statement-breakpoint
CREATE VIRTUAL TABLE `messages_fts` USING fts5(
	`content`, `tool_name`, `tool_calls`,
	content='messages_searchable', content_rowid='id', tokenize='unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE VIRTUAL TABLE `messages_fts_trigram` USING fts5(
	`content`,
	content='messages_searchable_wide', content_rowid='id', tokenize='trigram'
);
--> statement-breakpoint
CREATE TRIGGER `messages_fts_insert` AFTER INSERT ON `messages` BEGIN
	INSERT INTO `messages_fts`(`rowid`, `content`, `tool_name`, `tool_calls`)
		SELECT `id`, `content`, `tool_name`, `tool_calls` FROM `messages_searchable` WHERE `id` = new.`id`;
	INSERT INTO `messages_fts_trigram`(`rowid`, `content`)
		SELECT `id`, `content` FROM `messages_searchable_wide` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `messages_fts_delete` BEFORE DELETE ON `messages` BEGIN
	INSERT INTO `messages_fts`(`messages_fts`, `rowid`, `content`, `tool_name`, `tool_calls`)
		SELECT 'delete', `id`, `content`, `tool_name`, `tool_calls` FROM `messages_searchable` WHERE `id` = old.`id`;
	INSERT INTO `messages_fts_trigram`(`messages_fts_trigram`, `rowid`, `content`)
		SELECT 'delete', `id`, `content` FROM `messages_searchable_wide` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `messages_fts_before_update` BEFORE UPDATE OF `id`, `content`, `tool_name`, `tool_calls` ON `messages` BEGIN
	INSERT INTO `messages_fts`(`messages_fts`, `rowid`, `content`, `tool_name`, `tool_calls`)
		SELECT 'delete', `id`, `content`, `tool_name`, `tool_calls` FROM `messages_searchable` WHERE `id` = old.`id`;
	INSERT INTO `messages_fts_trigram`(`messages_fts_trigram`, `rowid`, `content`)
		SELECT 'delete', `id`, `content` FROM `messages_searchable_wide` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `messages_fts_after_update` AFTER UPDATE OF `id`, `content`, `tool_name`, `tool_calls` ON `messages` BEGIN
	INSERT INTO `messages_fts`(`rowid`, `content`, `tool_name`, `tool_calls`)
		SELECT `id`, `content`, `tool_name`, `tool_calls` FROM `messages_searchable` WHERE `id` = new.`id`;
	INSERT INTO `messages_fts_trigram`(`rowid`, `content`)
		SELECT `id`, `content` FROM `messages_searchable_wide` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
INSERT INTO `messages_fts`(`messages_fts`) VALUES ('rebuild');
--> statement-breakpoint
INSERT INTO `messages_fts_trigram`(`messages_fts_trigram`) VALUES ('rebuild');
