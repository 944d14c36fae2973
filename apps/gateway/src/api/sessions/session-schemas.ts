import * as z from 'zod'
import { listOf } from '../request/list-of.js'
import { runSchema } from '../runs/events/run-schemas.js'

export const sessionSchema = z.object({
  id: z.string(),
  title: z.string().nullable(),
  source: z.string(),
  model: z.string().nullable(),
  user_id: z.string().nullable(),
  parent_session_id: z.string().nullable(),
  link: z.enum(['compression', 'branch', 'delegate']).nullable(),
  end_reason: z.string().nullable(),
  /** Times are in seconds since 1970, with fractions. */
  started_at: z.number(),
  ended_at: z.number().nullable(),
  last_activity_at: z.number(),
  message_count: z.int(),
  tool_call_count: z.int(),
  api_call_count: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cache_read_tokens: z.int(),
  cache_write_tokens: z.int(),
  reasoning_tokens: z.int(),
  estimated_cost_usd: z.number().nullable(),
  cost_status: z.enum(['estimated', 'partial', 'unknown']).nullable(),
  cost_source: z.string().nullable(),
  pricing_version: z.string().nullable(),
  cwd: z.string().nullable(),
  archived: z.boolean(),
})

export const foundMessageSchema = z.object({
  session_id: z.string(),
  title: z.string().nullable(),
  source: z.string(),
  message_id: z.int(),
  /** The session that contains the message. Differs from `session_id` after a compression. */
  message_session_id: z.string(),
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  timestamp: z.number(),
  snippet: z.string(),
})

/** An ended run, with its answer as a message. */
export const chatRunSchema = runSchema.extend({
  message: z.object({ role: z.literal('assistant'), content: z.string().nullable() }),
})

export const sessionListSchema = listOf(sessionSchema).extend({
  limit: z.int(),
  offset: z.int(),
  /** Whether there are more entries after this page. */
  has_more: z.boolean(),
})
export const foundMessageListSchema = listOf(foundMessageSchema)

export type SessionObject = z.output<typeof sessionSchema>
export type SessionList = z.output<typeof sessionListSchema>
export type FoundMessageList = z.output<typeof foundMessageListSchema>
export type ChatRun = z.output<typeof chatRunSchema>
