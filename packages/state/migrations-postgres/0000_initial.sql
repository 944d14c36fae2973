CREATE TABLE "messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"session_id" text COLLATE "C" NOT NULL,
	"role" text NOT NULL,
	"content" text,
	"tool_call_id" text,
	"tool_calls" text,
	"tool_name" text,
	"timestamp" double precision NOT NULL,
	"token_count" bigint,
	"finish_reason" text,
	"reasoning" text,
	"provider_data" text,
	"platform_message_id" text,
	"searchable" text,
	"reasoning_content" text,
	"reasoning_details" text,
	"codex_reasoning_items" text,
	"codex_message_items" text,
	"effect_disposition" text,
	"observed" integer DEFAULT 0 NOT NULL,
	"active" integer DEFAULT 1 NOT NULL,
	"compacted" integer DEFAULT 0 NOT NULL,
	"api_content" text,
	"display_kind" text,
	"display_metadata" text,
	"words" "tsvector" NOT NULL,
	"wide" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"rowid" bigint GENERATED ALWAYS AS IDENTITY (sequence name "questions_rowid_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"session_id" text COLLATE "C" NOT NULL,
	"root_session_id" text COLLATE "C" NOT NULL,
	"tool" text,
	"content" text NOT NULL,
	"cwd" text,
	"reasons" text NOT NULL,
	"choices" text NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" double precision NOT NULL,
	"deadline" double precision NOT NULL,
	"default_answer" text,
	"asked_by" text NOT NULL,
	"held_until" double precision NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"answer" text,
	"answered_by" text,
	"settled_at" double precision,
	"taken_at" double precision
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" text PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_model_usage" (
	"session_id" text COLLATE "C" NOT NULL,
	"hour" bigint NOT NULL,
	"task" text COLLATE "C" NOT NULL,
	"billing_provider" text COLLATE "C" NOT NULL,
	"model" text COLLATE "C" NOT NULL,
	"api_call_count" bigint DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"cache_read_tokens" bigint DEFAULT 0 NOT NULL,
	"cache_write_tokens" bigint DEFAULT 0 NOT NULL,
	"reasoning_tokens" bigint DEFAULT 0 NOT NULL,
	"estimated_cost_usd" double precision,
	"cost_status" text,
	"cost_source" text,
	"pricing_version" text,
	CONSTRAINT "session_model_usage_session_id_hour_task_billing_provider_model_pk" PRIMARY KEY("session_id","hour","task","billing_provider","model")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"rowid" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sessions_rowid_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" text COLLATE "C" NOT NULL,
	"user_id" text,
	"model" text,
	"parent_session_id" text COLLATE "C",
	"link" text,
	"started_at" double precision NOT NULL,
	"ended_at" double precision,
	"end_reason" text,
	"last_activity_at" double precision NOT NULL,
	"message_count" bigint DEFAULT 0 NOT NULL,
	"tool_call_count" bigint DEFAULT 0 NOT NULL,
	"api_call_count" bigint DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"cache_read_tokens" bigint DEFAULT 0 NOT NULL,
	"cache_write_tokens" bigint DEFAULT 0 NOT NULL,
	"reasoning_tokens" bigint DEFAULT 0 NOT NULL,
	"billing_provider" text,
	"billing_base_url" text,
	"billing_mode" text,
	"estimated_cost_usd" double precision,
	"actual_cost_usd" double precision,
	"cost_status" text,
	"cost_source" text,
	"pricing_version" text,
	"title" text COLLATE "C",
	"title_source" text,
	"handoff_state" text,
	"handoff_platform" text,
	"handoff_error" text,
	"session_key" text,
	"chat_id" text,
	"chat_type" text,
	"thread_id" text,
	"display_name" text,
	"origin_json" text,
	"expiry_finalized" integer DEFAULT 0 NOT NULL,
	"cwd" text,
	"git_branch" text,
	"git_repo_root" text,
	"profile_name" text,
	"transport_profile" text,
	"rewind_count" bigint DEFAULT 0 NOT NULL,
	"archived" integer DEFAULT 0 NOT NULL,
	"pinned" integer DEFAULT 0 NOT NULL,
	"model_config" text,
	"context_state" text,
	"system_prompt" text
);
--> statement-breakpoint
CREATE TABLE "state_meta" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"value" text
);
--> statement-breakpoint
CREATE TABLE "state_values" (
	"namespace" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"session_id" text COLLATE "C",
	"value" text NOT NULL,
	"updated_at" double precision NOT NULL,
	CONSTRAINT "state_values_namespace_key_pk" PRIMARY KEY("namespace","key")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_root_session_id_sessions_id_fk" FOREIGN KEY ("root_session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_model_usage" ADD CONSTRAINT "session_model_usage_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_parent_session_id_sessions_id_fk" FOREIGN KEY ("parent_session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_values" ADD CONSTRAINT "state_values_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idx_messages_session_id" ON "messages" USING btree ("session_id","id");--> statement-breakpoint
CREATE INDEX "idx_messages_words" ON "messages" USING gin ("words") WITH (gin_pending_list_limit=512);--> statement-breakpoint
CREATE INDEX "idx_questions_session" ON "questions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "idx_questions_root" ON "questions" USING btree ("root_session_id");--> statement-breakpoint
CREATE INDEX "idx_questions_open" ON "questions" USING btree ("state") WHERE "questions"."state" = 'open';--> statement-breakpoint
CREATE INDEX "idx_usage_hour" ON "session_model_usage" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "idx_sessions_source" ON "sessions" USING btree ("source");--> statement-breakpoint
CREATE INDEX "idx_sessions_parent" ON "sessions" USING btree ("parent_session_id");--> statement-breakpoint
CREATE INDEX "idx_sessions_activity" ON "sessions" USING btree ("last_activity_at","rowid");--> statement-breakpoint
CREATE UNIQUE INDEX "idx_sessions_title" ON "sessions" USING btree ("title") WHERE "sessions"."title" is not null;--> statement-breakpoint
CREATE INDEX "idx_values_session" ON "state_values" USING btree ("session_id") WHERE "state_values"."session_id" is not null;