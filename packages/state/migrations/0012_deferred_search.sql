DROP INDEX `idx_messages_session`;
--> statement-breakpoint
DROP TRIGGER `messages_fts_insert`;
--> statement-breakpoint
DROP VIEW `messages_searchable`;
--> statement-breakpoint
-- As before, without the messages that wait: so they are neither checked, nor rebuilt, nor taken out of the index when they change.
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
	WHERE `id` <= coalesce((SELECT `indexed_to` FROM `search_state`), 9223372036854775807)
);
--> statement-breakpoint
-- The statement that stores a message need not know its session.
CREATE TRIGGER `messages_fts_insert` AFTER INSERT ON `messages`
WHEN new.`search_scope` IS NULL
	OR new.`id` <= coalesce((SELECT `indexed_to` FROM `search_state`), 9223372036854775807) BEGIN
	UPDATE `messages` SET `search_scope` = (
		SELECT char(57344) || 's' || hex(`source`) || ' ' || char(57344) || 'u' || iif(`user_id` IS NULL, 'none', hex(`user_id`))
		FROM `sessions` WHERE `id` = new.`session_id`
	) WHERE `id` = new.`id` AND `search_scope` IS NULL;
	INSERT INTO `messages_fts`(`rowid`, `content`, `tool_name`, `tool_calls`, `scope`)
		SELECT `id`, `content`, `tool_name`, `tool_calls`, `scope` FROM `messages_searchable` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TABLE `search_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`indexed_to` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `search_state` (`id`, `indexed_to`) SELECT 1, coalesce(max(`id`), 0) FROM `messages`;
