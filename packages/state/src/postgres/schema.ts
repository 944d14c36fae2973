import { sql } from 'drizzle-orm'
import { type AnyPgColumn, index, pgSequence, pgTable, primaryKey, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { checksum, counter, flag, key, numbered, real, text, tsvector, whole } from './columns.js'

/*
 * The PostgreSQL tables, from which their migrations are generated. A column that also exists in SQLite has the same
 * name and meaning; see `../rows/schema.ts`.
 *
 * The store may import only types from here, because loading drizzle-orm would take longer than the rest of the start.
 */

export const sessions = pgTable(
  'sessions',
  {
    id: key().primaryKey(),
    /** Order in which sessions were created. */
    rowid: numbered(),
    source: key().notNull(),
    user_id: text(),
    model: text(),
    parent_session_id: key().references((): AnyPgColumn => sessions.id, { onDelete: 'set null' }),
    link: text({ enum: ['compression', 'branch', 'delegate'] }),
    started_at: real().notNull(),
    ended_at: real(),
    end_reason: text(),
    last_activity_at: real().notNull(),

    message_count: counter(),
    tool_call_count: counter(),
    api_call_count: counter(),
    input_tokens: counter(),
    output_tokens: counter(),
    cache_read_tokens: counter(),
    cache_write_tokens: counter(),
    reasoning_tokens: counter(),

    billing_provider: text(),
    billing_base_url: text(),
    billing_mode: text(),
    estimated_cost_usd: real(),
    actual_cost_usd: real(),
    cost_status: text({ enum: ['estimated', 'partial', 'unknown'] }),
    cost_source: text(),
    pricing_version: text(),

    title: key(),
    title_source: text(),

    handoff_state: text(),
    handoff_platform: text(),
    handoff_error: text(),

    session_key: text(),
    chat_id: text(),
    chat_type: text(),
    thread_id: text(),
    display_name: text(),
    origin_json: text(),
    expiry_finalized: flag(0),

    cwd: text(),
    git_branch: text(),
    git_repo_root: text(),
    profile_name: text(),
    transport_profile: text(),
    rewind_count: counter(),
    archived: flag(0),
    pinned: flag(0),

    model_config: text(),
    context_state: text(),
    system_prompt: text(),
    checksum: checksum(),
    shared_notes: key(),
    shared_prompt: key(),
  },
  (table) => [
    index('idx_sessions_source').on(table.source),
    index('idx_sessions_parent').on(table.parent_session_id),
    // Ascending, because reading it backwards puts nulls where `desc` does. Otherwise no query could use the index.
    index('idx_sessions_activity').on(table.last_activity_at, table.rowid),
    uniqueIndex('idx_sessions_title').on(table.title).where(sql`${table.title} is not null`),
  ],
)

export const sharedTexts = pgTable('shared_texts', {
  hash: key().primaryKey(),
  text: text().notNull(),
  checksum: whole().notNull(),
})

export const messages = pgTable(
  'messages',
  {
    id: numbered().primaryKey(),
    session_id: key()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    role: text({ enum: ['system', 'user', 'assistant', 'tool'] }).notNull(),
    content: text(),
    tool_call_id: text(),
    tool_calls: text(),
    tool_name: text(),
    timestamp: real().notNull(),
    token_count: whole(),
    finish_reason: text({ enum: ['stop', 'tool-calls', 'length', 'content-filter', 'other', 'interrupted', 'failed'] }),
    reasoning: text(),
    provider_data: text(),
    platform_message_id: text(),
    searchable: text(),

    reasoning_content: text(),
    reasoning_details: text(),
    codex_reasoning_items: text(),
    codex_message_items: text(),

    effect_disposition: text(),
    observed: flag(0),
    active: flag(1),
    compacted: flag(0),
    api_content: text(),
    display_kind: text(),
    display_metadata: text(),
    checksum: checksum(),

    /** Searchable words. See `toWords`. */
    words: tsvector().notNull(),
    /** 1 if the message has letters of scripts without spaces between words, so that substrings are searched. */
    wide: flag(0),
  },
  (table) => [
    index('idx_messages_session_id').on(table.session_id, table.id),
    // New rows are searched sequentially until they are merged into the index, so the pending list is limited.
    index('idx_messages_words').using('gin', table.words).with({ gin_pending_list_limit: 512 }),
  ],
)

export const sessionModelUsage = pgTable(
  'session_model_usage',
  {
    session_id: key()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    hour: whole().notNull(),
    task: key().notNull(),
    billing_provider: key().notNull(),
    model: key().notNull(),
    api_call_count: counter(),
    input_tokens: counter(),
    output_tokens: counter(),
    cache_read_tokens: counter(),
    cache_write_tokens: counter(),
    reasoning_tokens: counter(),
    estimated_cost_usd: real(),
    cost_status: text({ enum: ['estimated', 'partial', 'unknown'] }),
    cost_source: text(),
    pricing_version: text(),
  },
  (table) => [
    primaryKey({ columns: [table.session_id, table.hour, table.task, table.billing_provider, table.model] }),
    index('idx_usage_hour').on(table.hour),
  ],
)

export const questions = pgTable(
  'questions',
  {
    id: key().primaryKey(),
    rowid: numbered(),
    kind: text({ enum: ['approval', 'clarification'] }).notNull(),
    session_id: key()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    root_session_id: key()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    tool: text(),
    content: text().notNull(),
    cwd: text(),
    reasons: text().notNull(),
    choices: text().notNull(),
    fingerprint: text().notNull(),
    created_at: real().notNull(),
    deadline: real().notNull(),
    default_answer: text(),
    asked_by: text().notNull(),
    held_until: real().notNull(),
    state: text({ enum: ['open', 'answered', 'expired', 'withdrawn'] })
      .notNull()
      .default('open'),
    answer: text(),
    answered_by: text(),
    settled_at: real(),
    taken_at: real(),
    checksum: checksum(),
    session_scope: text(),
    call_id: text(),
  },
  (table) => [
    index('idx_questions_session').on(table.session_id),
    index('idx_questions_root').on(table.root_session_id),
    index('idx_questions_open').on(table.state).where(sql`${table.state} = 'open'`),
  ],
)

export const stateValues = pgTable(
  'state_values',
  {
    namespace: key().notNull(),
    key: key().notNull(),
    session_id: key().references(() => sessions.id, { onDelete: 'cascade' }),
    value: text().notNull(),
    updated_at: real().notNull(),
    checksum: checksum(),
  },
  (table) => [
    primaryKey({ columns: [table.namespace, table.key] }),
    index('idx_values_session').on(table.session_id).where(sql`${table.session_id} is not null`),
  ],
)

export const workItems = pgTable(
  'work_items',
  {
    number: numbered().primaryKey(),
    queue: key().notNull(),
    lane: key().notNull(),
    id: key().notNull(),
    payload: text().notNull(),
    status: text({ enum: ['waiting', 'claimed', 'dead', 'done'] })
      .notNull()
      .default('waiting'),
    attempt: counter(),
    not_before: real(),
    put_at: real().notNull(),
    fence: whole(),
    error: text(),
    settled_at: real(),
    checksum: checksum(),
  },
  (table) => [
    uniqueIndex('idx_work_items_id').on(table.queue, table.id),
    index('idx_work_items_open').on(table.queue, table.lane, table.number).where(sql`${table.status} <> 'done'`),
    index('idx_work_items_settled').on(table.queue, table.settled_at).where(sql`${table.status} = 'done'`),
  ],
)

export const workLanes = pgTable(
  'work_lanes',
  {
    queue: key().notNull(),
    lane: key().notNull(),
    state: text({ enum: ['open', 'claimed', 'retrying'] })
      .notNull()
      .default('open'),
    head: whole().notNull(),
    ready_at: real().notNull(),
    fence: whole(),
    holder: text(),
  },
  (table) => [
    primaryKey({ columns: [table.queue, table.lane] }),
    index('idx_work_lanes_ready').on(table.queue, table.ready_at, table.head),
    index('idx_work_lanes_holder').on(table.queue, table.holder).where(sql`${table.holder} is not null`),
  ],
)

export const laneClaims = pgTable(
  'lane_claims',
  {
    lane: key().primaryKey(),
    fence: whole().notNull(),
    holder: text().notNull(),
    held_until: real().notNull(),
  },
  (table) => [index('idx_lane_claims_until').on(table.held_until)],
)

/** Sequence that numbers claims across restarts and restored backups of other tables. */
export const fences = pgSequence('fences', { minValue: 1, startWith: 1, increment: 1 })

export const stateMeta = pgTable('state_meta', {
  key: key().primaryKey(),
  value: text(),
})

/**
 * Numbers of committed writes. They tell a client that lost its connection during a COMMIT whether the transaction was
 * committed. There is one reused row for each concurrent write of a process.
 */
export const receipts = pgTable('receipts', {
  id: text().primaryKey(),
  number: whole().notNull(),
  written_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
