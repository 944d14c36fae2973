CREATE TABLE "shared_texts" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"checksum" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "shared_notes" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "shared_prompt" text COLLATE "C";