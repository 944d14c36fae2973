ALTER TABLE "messages" ADD COLUMN "checksum" bigint DEFAULT -1 NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "checksum" bigint DEFAULT -1 NOT NULL;--> statement-breakpoint
ALTER TABLE "state_values" ADD COLUMN "checksum" bigint DEFAULT -1 NOT NULL;--> statement-breakpoint
ALTER TABLE "work_items" ADD COLUMN "checksum" bigint DEFAULT -1 NOT NULL;