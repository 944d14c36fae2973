DROP TRIGGER `messages_fts_insert`;
--> statement-breakpoint
DROP TRIGGER `messages_fts_delete`;
--> statement-breakpoint
DROP TRIGGER `messages_fts_before_update`;
--> statement-breakpoint
DROP TRIGGER `messages_fts_after_update`;
--> statement-breakpoint
DROP TABLE `messages_fts`;
--> statement-breakpoint
DROP TABLE `messages_fts_trigram`;
--> statement-breakpoint
DROP VIEW `messages_searchable_wide`;
--> statement-breakpoint
DROP VIEW `messages_searchable`;
--> statement-breakpoint
ALTER TABLE `messages` ADD `search_text` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `search_scope` text;--> statement-breakpoint
-- Known to the connection that migrates alone, see `registerSearchText`.
UPDATE `messages` SET `search_text` = search_text(`role`, coalesce(`searchable`, `content`), `tool_calls`);
--> statement-breakpoint
UPDATE `messages` SET `search_scope` = (
	SELECT char(57344) || 's' || hex(`source`) || ' ' || char(57344) || 'u' || iif(`user_id` IS NULL, 'none', hex(`user_id`))
	FROM `sessions` WHERE `sessions`.`id` = `messages`.`session_id`
);
--> statement-breakpoint
-- What the index of words takes of a message: its text, of a long result of a tool the beginning and the end; its calls of
-- tools without what is in every call, and without the escapes of JSON, which is not taken apart because an index may not ask
-- a function for rows; and what filters ask for, as words that nobody types: they begin with a sign for private use. `C++` and
-- `C#` are spelled as `toPhrase` spells them.
CREATE VIEW `messages_searchable` AS
SELECT
	`id`,
	replace(replace(replace(replace(replace(
		CASE WHEN `role` = 'tool' AND length(`text`) > 20000 THEN substr(`text`, 1, 16000) || ' ' || substr(`text`, -4000) ELSE `text` END,
	'++', ' plusplus '), 'C#', 'C sharp '), 'c#', 'c sharp '), 'F#', 'F sharp '), 'f#', 'f sharp ') AS `content`,
	`tool_name`,
	CASE WHEN `search_text` IS NULL THEN replace(replace(replace(replace(replace(replace(replace(replace(`tool_calls`, '\\\\', ' '), '\\n', ' '), '\\t', ' '), '\\r', ' '), '"type":"function"', ' '), '"function":{"name":', ' '), '"arguments":', ' '), '"id":', ' ') END AS `tool_calls`,
	coalesce(`search_scope`, '') || ' ' || char(57344) || 'r' || `role` || ' ' || char(57344) || 'x' || hex(`session_id`)
		|| coalesce(strftime(' ' || char(57344) || 'y%Y ' || char(57344) || 'm%Y%m ' || char(57344) || 'd%Y%m%d', `timestamp`, 'unixepoch'), '') AS `scope`
FROM (
	SELECT
		`id`, `role`, `tool_name`, `tool_calls`, `session_id`, `timestamp`, `search_text`, `search_scope`,
		coalesce(`search_text`, CASE WHEN substr(`content`, 1, 6) = char(1) || 'json:' THEN `searchable` ELSE `content` END) AS `text`
	FROM `messages`
);
--> statement-breakpoint
CREATE VIRTUAL TABLE `messages_fts` USING fts5(
	`content`, `tool_name`, `tool_calls`, `scope`,
	content='messages_searchable', content_rowid='id', columnsize=0, tokenize='unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE TRIGGER `messages_fts_insert` AFTER INSERT ON `messages` BEGIN
	UPDATE `messages` SET `search_scope` = (
		SELECT char(57344) || 's' || hex(`source`) || ' ' || char(57344) || 'u' || iif(`user_id` IS NULL, 'none', hex(`user_id`))
		FROM `sessions` WHERE `id` = new.`session_id`
	) WHERE `id` = new.`id`;
	INSERT INTO `messages_fts`(`rowid`, `content`, `tool_name`, `tool_calls`, `scope`)
		SELECT `id`, `content`, `tool_name`, `tool_calls`, `scope` FROM `messages_searchable` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `messages_fts_delete` BEFORE DELETE ON `messages` BEGIN
	INSERT INTO `messages_fts`(`messages_fts`, `rowid`, `content`, `tool_name`, `tool_calls`, `scope`)
		SELECT 'delete', `id`, `content`, `tool_name`, `tool_calls`, `scope` FROM `messages_searchable` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `messages_fts_before_update` BEFORE UPDATE OF `id`, `session_id`, `role`, `content`, `tool_name`, `tool_calls`, `timestamp`, `searchable`, `search_text` ON `messages` BEGIN
	INSERT INTO `messages_fts`(`messages_fts`, `rowid`, `content`, `tool_name`, `tool_calls`, `scope`)
		SELECT 'delete', `id`, `content`, `tool_name`, `tool_calls`, `scope` FROM `messages_searchable` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `messages_fts_after_update` AFTER UPDATE OF `id`, `session_id`, `role`, `content`, `tool_name`, `tool_calls`, `timestamp`, `searchable`, `search_text` ON `messages` BEGIN
	INSERT INTO `messages_fts`(`rowid`, `content`, `tool_name`, `tool_calls`, `scope`)
		SELECT `id`, `content`, `tool_name`, `tool_calls`, `scope` FROM `messages_searchable` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
INSERT INTO `messages_fts`(`messages_fts`) VALUES ('rebuild');
