-- Tells this store from others, see `readPosition`.
INSERT OR IGNORE INTO `state_meta` (`key`, `value`) VALUES ('store_id', lower(hex(randomblob(16))));
