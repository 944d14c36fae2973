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
 * The tables of `state.db`, from which migrations and row types are generated. Properties are named like their columns,
 * so that a row returned by SQLite has the inferred type. Times are seconds since the epoch.
 *
 * The store may import only types from here, because loading drizzle-orm would take longer than the rest of the start.
 */

const counter = () => integer().notNull().default(0)
const flag = (initial: 0 | 1) => integer().notNull().default(initial)
/** Checksum of a row. See `checksumOf`. 0 matches no row, so that damage which hides the column is found. */
const checksum = () => integer().notNull().default(0)

/** One row per session. Columns that the store does not fill are set by surfaces or billing. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    source: text().notNull(),
    user_id: text(),
    model: text(),
    parent_session_id: text().references((): AnySQLiteColumn => sessions.id, { onDelete: 'set null' }),
    /** How the session derives from its parent. */
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

    // Large columns come last, so that counters are read and updated without reading their overflow pages.
    /** Notes of the session, as JSON. */
    model_config: text(),
    /** State of the context engine between calls, as JSON. */
    context_state: text(),
    system_prompt: text(),
    checksum: checksum(),
    /** Hash of a shared text that replaces `model_config`. */
    shared_notes: text(),
    /** Hash of a shared text that replaces `system_prompt`. */
    shared_prompt: text(),
  },
  (table) => [
    index('idx_sessions_source').on(table.source),
    index('idx_sessions_parent').on(table.parent_session_id),
    index('idx_sessions_started').on(sql`${table.started_at} desc`),
    // Ascending: read backwards, it returns the newest activity first and, among equals, the newest row first.
    index('idx_sessions_activity').on(table.last_activity_at),
    uniqueIndex('idx_sessions_title').on(table.title).where(sql`${table.title} is not null`),
  ],
)

/**
 * Large texts shared by several sessions. No foreign key refers to them, because it would need an index of the
 * sessions, or a scan of all sessions for each deleted text.
 */
export const sharedTexts = sqliteTable('shared_texts', {
  /** Hash of the text. See `createShareTexts`. */
  hash: text().primaryKey(),
  text: text().notNull(),
  /** Checksum without a default, so that a row that lacks it cannot be mistaken for one of another table. */
  checksum: integer().notNull(),
})

/** One row per message. Columns that the store does not fill are set by surfaces or imports. */
export const messages = sqliteTable(
  'messages',
  {
    /** Id that is never reused, not even after a delete. */
    id: integer().primaryKey({ autoIncrement: true }),
    session_id: text()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    role: text({ enum: ['system', 'user', 'assistant', 'tool'] }).notNull(),
    /** Plain text, or JSON after a marker. See `encodeContent`. */
    content: text(),
    tool_call_id: text(),
    /** Tool calls, as JSON. */
    tool_calls: text(),
    tool_name: text(),
    timestamp: real().notNull(),
    token_count: integer(),
    finish_reason: text({ enum: ['stop', 'tool-calls', 'length', 'content-filter', 'other', 'interrupted', 'failed'] }),
    reasoning: text(),
    /** Opaque replay state by transport id, as JSON. */
    provider_data: text(),
    platform_message_id: text(),
    /** Searchable text of `content` that is not plain text, without images. */
    searchable: text(),
    /** Text that replaces the message's text in the word index when some of its characters are words by themselves. See `toSearchText`. */
    search_text: text(),
    /** Surface and user of the session, as words of the index. Filled by a trigger. */
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
    checksum: checksum(),
  },
  (table) => [
    // SQLite appends the rowid to each index, so this is (session_id, id), the order in which a session is loaded.
    index('idx_messages_session_id').on(table.session_id),
  ],
)

/** Embedding vectors of message chunks, for stores with semantic search. */
export const messageChunks = sqliteTable(
  'message_chunks',
  {
    message_id: integer()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    chunk: integer().notNull(),
    /** Vector with one signed byte per dimension. Its length has no meaning. */
    vector: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.message_id, table.chunk] })],
)

/** Usage of a session's model calls, one row per hour, task and model. It is also summed in the session's row. */
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

/** Open and settled questions to users. */
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
    /** Reasons, as JSON. */
    reasons: text().notNull(),
    /** Choices, as JSON. */
    choices: text().notNull(),
    fingerprint: text().notNull(),
    created_at: real().notNull(),
    deadline: real().notNull(),
    /** Default answer, as JSON. */
    default_answer: text(),
    asked_by: text().notNull(),
    held_until: real().notNull(),
    state: text({ enum: ['open', 'answered', 'expired', 'withdrawn'] })
      .notNull()
      .default('open'),
    /** Answer, as JSON. */
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
    // Polled about once a second while a process waits for an answer. There are never many open questions.
    index('idx_questions_open').on(table.state).where(sql`${table.state} = 'open'`),
  ],
)

/** Small values of features, such as task lists, cooldowns and the state of surfaces. */
export const stateValues = sqliteTable(
  'state_values',
  {
    namespace: text().notNull(),
    key: text().notNull(),
    /** Owning session, with which the value is deleted. */
    session_id: text().references(() => sessions.id, { onDelete: 'cascade' }),
    /** Value, as JSON. */
    value: text().notNull(),
    updated_at: real().notNull(),
    checksum: checksum(),
  },
  (table) => [
    primaryKey({ columns: [table.namespace, table.key] }),
    index('idx_values_session').on(table.session_id).where(sql`${table.session_id} is not null`),
  ],
)

/** Work items that must be done once. Each queue has lanes, whose items are processed one after another. */
export const workItems = sqliteTable(
  'work_items',
  {
    /** Order in which items were put. */
    number: integer().primaryKey({ autoIncrement: true }),
    queue: text().notNull(),
    lane: text().notNull(),
    id: text().notNull(),
    /** Payload, as JSON. `null` when the item is done. */
    payload: text().notNull(),
    status: text({ enum: ['waiting', 'claimed', 'dead', 'done'] })
      .notNull()
      .default('waiting'),
    attempt: counter(),
    not_before: real(),
    put_at: real().notNull(),
    /** Fence of the newest claim. */
    fence: integer(),
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

/**
 * One row per lane with open items. It stores the next item, so that finding it costs the same in long lanes. Without
 * rowid, because each message of a chat passes through three lanes, and a change then writes one page less.
 */
export const workLanes = sqliteTable(
  'work_lanes',
  {
    queue: text().notNull(),
    lane: text().notNull(),
    state: text({ enum: ['open', 'claimed', 'retrying'] })
      .notNull()
      .default('open'),
    /** Number of the next or claimed item. */
    head: integer().notNull(),
    /**
     * Time when the lane is ready; 0 means now. For an open lane this is the time of its head, for a claimed one the
     * end of the claim, for a retrying one the next attempt.
     */
    ready_at: real().notNull(),
    fence: integer(),
    /** Process that holds the claim, as JSON. */
    holder: text(),
  },
  (table) => [
    primaryKey({ columns: [table.queue, table.lane] }),
    index('idx_work_lanes_ready').on(table.queue, table.ready_at, table.head),
  ],
)

/** Claims to write to a conversation. A row exists only as long as its claim, so there are few. Without rowid. */
export const laneClaims = sqliteTable('lane_claims', {
  lane: text().primaryKey(),
  fence: integer().notNull(),
  /** Process that holds the claim, as JSON. */
  holder: text().notNull(),
  held_until: real().notNull(),
})

/** Progress of the word index, in one row. Without it, all messages are indexed. */
export const searchState = sqliteTable('search_state', {
  id: integer().primaryKey(),
  /** Id of the newest indexed message. */
  indexed_to: integer().notNull(),
})

/** Metadata of the file. */
export const stateMeta = sqliteTable('state_meta', {
  key: text().primaryKey(),
  value: text(),
})

export type SessionRow = typeof sessions.$inferSelect
export type SharedTextRow = typeof sharedTexts.$inferSelect
export type MessageRow = typeof messages.$inferSelect
export type QuestionRow = typeof questions.$inferSelect
export type UsageRow = typeof sessionModelUsage.$inferSelect
export type ValueRow = typeof stateValues.$inferSelect
export type WorkItemRow = typeof workItems.$inferSelect
export type WorkLaneRow = typeof workLanes.$inferSelect
export type LaneClaimRow = typeof laneClaims.$inferSelect
