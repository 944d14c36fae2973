import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  blob,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'

/*
 * The tables of `state.db`: the source that the migrations are generated from and the type of every row. Properties are
 * named like their columns, so that a row as SQLite gives it has the type that is inferred here. Times are seconds since
 * the epoch.
 *
 * Only types of this file may be imported by the store: loading drizzle-orm would cost each start more than all the rest.
 */

const counter = () => integer().notNull().default(0)
const flag = (initial: 0 | 1) => integer().notNull().default(initial)

/** One row for each session. A column that the store does not fill belongs to a surface or to billing. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    source: text().notNull(),
    user_id: text(),
    model: text(),
    parent_session_id: text().references((): AnySQLiteColumn => sessions.id, { onDelete: 'set null' }),
    /** How it came from its parent. */
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

    title: text(),
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

    // The large ones stand last: what is before them is read and counted up without going through their pages.
    /** JSON. */
    model_config: text(),
    /** JSON: what the context engine keeps between calls. */
    context_state: text(),
    system_prompt: text(),
  },
  (table) => [
    index('idx_sessions_source').on(table.source),
    index('idx_sessions_parent').on(table.parent_session_id),
    index('idx_sessions_started').on(sql`${table.started_at} desc`),
    // Ascending: read backwards it gives the newest activity first and, among equals, the newest row first.
    index('idx_sessions_activity').on(table.last_activity_at),
    uniqueIndex('idx_sessions_title').on(table.title).where(sql`${table.title} is not null`),
  ],
)

/** One row for each message, by field. A column that the store does not fill belongs to a surface or to an import. */
export const messages = sqliteTable(
  'messages',
  {
    /** Never given out twice, not even after a delete. */
    id: integer().primaryKey({ autoIncrement: true }),
    session_id: text()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    role: text({ enum: ['system', 'user', 'assistant', 'tool'] }).notNull(),
    /** Text as it is; anything else as JSON behind a mark, see `encodeContent`. */
    content: text(),
    tool_call_id: text(),
    /** JSON. */
    tool_calls: text(),
    tool_name: text(),
    timestamp: real().notNull(),
    token_count: integer(),
    finish_reason: text({ enum: ['stop', 'tool-calls', 'length', 'content-filter', 'other'] }),
    reasoning: text(),
    /** JSON: opaque replay state by transport id. */
    provider_data: text(),
    platform_message_id: text(),
    /** What can be found of a `content` that is no plain text: its texts, without the pictures. */
    searchable: text(),
    /** What the index of words takes instead, where signs of the message are words by themselves. See `toSearchText`. */
    search_text: text(),
    /** The surface and the user of the session as words of the index. A trigger fills it. */
    search_scope: text(),

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
  },
  (table) => [
    index('idx_messages_session').on(table.session_id, table.timestamp),
    // SQLite ends each index with the row's id: this one is (session_id, id), the order in which a session is loaded.
    index('idx_messages_session_id').on(table.session_id),
  ],
)

/** What parts of messages mean, for stores that search by meaning. */
export const messageChunks = sqliteTable(
  'message_chunks',
  {
    message_id: integer()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    chunk: integer().notNull(),
    /** Signed bytes, one for each dimension: the length of a vector means nothing. */
    vector: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.message_id, table.chunk] })],
)

/** What the model calls of a session used: one row for each hour, task and model. Counted in the session's own row, too. */
export const sessionModelUsage = sqliteTable(
  'session_model_usage',
  {
    session_id: text()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** Hours since the epoch. */
    hour: integer().notNull(),
    task: text().notNull(),
    billing_provider: text().notNull(),
    model: text().notNull(),
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

/** Questions to people, open and settled. */
export const questions = sqliteTable(
  'questions',
  {
    id: text().primaryKey(),
    kind: text({ enum: ['approval', 'clarification'] }).notNull(),
    session_id: text()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    root_session_id: text()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    tool: text(),
    content: text().notNull(),
    cwd: text(),
    /** JSON. */
    reasons: text().notNull(),
    /** JSON. */
    choices: text().notNull(),
    fingerprint: text().notNull(),
    created_at: real().notNull(),
    deadline: real().notNull(),
    /** JSON. */
    default_answer: text(),
    asked_by: text().notNull(),
    held_until: real().notNull(),
    state: text({ enum: ['open', 'answered', 'expired', 'withdrawn'] })
      .notNull()
      .default('open'),
    /** JSON. */
    answer: text(),
    answered_by: text(),
    settled_at: real(),
    taken_at: real(),
  },
  (table) => [
    index('idx_questions_session').on(table.session_id),
    index('idx_questions_root').on(table.root_session_id),
    // Scanned about once a second while a process waits for an answer; there are never many.
    index('idx_questions_open').on(table.state).where(sql`${table.state} = 'open'`),
  ],
)

/** Small values that features keep beside the conversations: task lists, cooldowns, what a surface remembers. */
export const stateValues = sqliteTable(
  'state_values',
  {
    namespace: text().notNull(),
    key: text().notNull(),
    /** Whose it is: it goes with the session. */
    session_id: text().references(() => sessions.id, { onDelete: 'cascade' }),
    /** JSON. */
    value: text().notNull(),
    updated_at: real().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.namespace, table.key] }),
    index('idx_values_session').on(table.session_id).where(sql`${table.session_id} is not null`),
  ],
)

/** Work that must be done once. Each queue has lanes, whose items are done one after the other. */
export const workItems = sqliteTable(
  'work_items',
  {
    /** The order of put. */
    number: integer().primaryKey({ autoIncrement: true }),
    queue: text().notNull(),
    lane: text().notNull(),
    id: text().notNull(),
    /** JSON. `null` when the item is done. */
    payload: text().notNull(),
    status: text({ enum: ['waiting', 'claimed', 'dead', 'done'] })
      .notNull()
      .default('waiting'),
    attempt: counter(),
    not_before: real(),
    put_at: real().notNull(),
    /** Of the newest claim. */
    fence: integer(),
    error: text(),
    settled_at: real(),
  },
  (table) => [
    uniqueIndex('idx_work_items_id').on(table.queue, table.id),
    index('idx_work_items_open').on(table.queue, table.lane, table.number).where(sql`${table.status} <> 'done'`),
    index('idx_work_items_settled').on(table.queue, table.settled_at).where(sql`${table.status} = 'done'`),
  ],
)

/** One row for each lane that has items to do. It names the next one, so that finding it costs the same in long lanes. */
export const workLanes = sqliteTable(
  'work_lanes',
  {
    queue: text().notNull(),
    lane: text().notNull(),
    state: text({ enum: ['open', 'claimed', 'retrying'] })
      .notNull()
      .default('open'),
    /** The item that is next, or under way. */
    head: integer().notNull(),
    /** 0: now. Of an open lane the time of its head, of a claimed one the end of the claim, of a retrying one the next attempt. */
    ready_at: real().notNull(),
    fence: integer(),
    /** JSON: the process that has it. */
    holder: text(),
  },
  (table) => [
    primaryKey({ columns: [table.queue, table.lane] }),
    index('idx_work_lanes_ready').on(table.queue, table.ready_at, table.head),
    index('idx_work_lanes_holder').on(table.queue, table.holder).where(sql`${table.holder} is not null`),
  ],
)

/** Who has the right to write to a conversation. A row is there as long as the claim. */
export const laneClaims = sqliteTable(
  'lane_claims',
  {
    lane: text().primaryKey(),
    fence: integer().notNull(),
    /** JSON: the process that has it. */
    holder: text().notNull(),
    held_until: real().notNull(),
  },
  (table) => [index('idx_lane_claims_until').on(table.held_until)],
)

/** Facts about the file itself. */
export const stateMeta = sqliteTable('state_meta', {
  key: text().primaryKey(),
  value: text(),
})

export type SessionRow = typeof sessions.$inferSelect
export type MessageRow = typeof messages.$inferSelect
export type QuestionRow = typeof questions.$inferSelect
export type UsageRow = typeof sessionModelUsage.$inferSelect
export type ValueRow = typeof stateValues.$inferSelect
export type WorkItemRow = typeof workItems.$inferSelect
export type WorkLaneRow = typeof workLanes.$inferSelect
export type LaneClaimRow = typeof laneClaims.$inferSelect
