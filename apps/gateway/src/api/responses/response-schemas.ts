import * as z from 'zod'
import { outputTextSchema } from '../items/item-schemas.js'

export const outputMessageSchema = z.object({
  id: z.string(),
  type: z.literal('message'),
  status: z.enum(['in_progress', 'completed', 'incomplete']),
  role: z.literal('assistant'),
  content: z.array(outputTextSchema),
})

export const responseUsageSchema = z.object({
  input_tokens: z.int(),
  input_tokens_details: z.object({ cached_tokens: z.int() }),
  output_tokens: z.int(),
  output_tokens_details: z.object({ reasoning_tokens: z.int() }),
  total_tokens: z.int(),
})

export const responseSchema = z.object({
  id: z.string(),
  object: z.literal('response'),
  created_at: z.int(),
  status: z.enum(['queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled']),
  model: z.string(),
  output: z.array(outputMessageSchema),
  usage: responseUsageSchema.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  incomplete_details: z.object({ reason: z.literal('max_output_tokens') }).nullable(),
  background: z.boolean(),
  instructions: z.string().nullable(),
  previous_response_id: z.string().nullable(),
  conversation: z.object({ id: z.string() }).nullable(),
  store: z.boolean(),
  metadata: z.record(z.string(), z.string()),
  user: z.string().nullable(),
  // Fields that OpenAI's clients expect, and that the agent does not support.
  max_output_tokens: z.null(),
  parallel_tool_calls: z.literal(true),
  reasoning: z.object({ effort: z.null(), summary: z.null() }),
  temperature: z.null(),
  text: z.object({ format: z.object({ type: z.literal('text') }) }),
  tool_choice: z.literal('auto'),
  tools: z.array(z.unknown()),
  top_p: z.null(),
  truncation: z.literal('disabled'),
})

export type OutputMessage = z.output<typeof outputMessageSchema>
export type ResponseUsage = z.output<typeof responseUsageSchema>
export type ResponseObject = z.output<typeof responseSchema>
