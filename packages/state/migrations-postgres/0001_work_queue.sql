CREATE SEQUENCE "public"."fences" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "lane_claims" (
	"lane" text COLLATE "C" PRIMARY KEY NOT NULL,
	"fence" bigint NOT NULL,
	"holder" text NOT NULL,
	"held_until" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "work_items" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "work_items_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"queue" text COLLATE "C" NOT NULL,
	"lane" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"payload" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempt" bigint DEFAULT 0 NOT NULL,
	"not_before" double precision,
	"put_at" double precision NOT NULL,
	"fence" bigint,
	"error" text,
	"settled_at" double precision
);
--> statement-breakpoint
CREATE TABLE "work_lanes" (
	"queue" text COLLATE "C" NOT NULL,
	"lane" text COLLATE "C" NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"head" bigint NOT NULL,
	"ready_at" double precision NOT NULL,
	"fence" bigint,
	"holder" text,
	CONSTRAINT "work_lanes_queue_lane_pk" PRIMARY KEY("queue","lane")
);
--> statement-breakpoint
CREATE INDEX "idx_lane_claims_until" ON "lane_claims" USING btree ("held_until");--> statement-breakpoint
CREATE UNIQUE INDEX "idx_work_items_id" ON "work_items" USING btree ("queue","id");--> statement-breakpoint
CREATE INDEX "idx_work_items_open" ON "work_items" USING btree ("queue","lane","number") WHERE "work_items"."status" <> 'done';--> statement-breakpoint
CREATE INDEX "idx_work_items_settled" ON "work_items" USING btree ("queue","settled_at") WHERE "work_items"."status" = 'done';--> statement-breakpoint
CREATE INDEX "idx_work_lanes_ready" ON "work_lanes" USING btree ("queue","ready_at","head");--> statement-breakpoint
CREATE INDEX "idx_work_lanes_holder" ON "work_lanes" USING btree ("queue","holder") WHERE "work_lanes"."holder" is not null;