import * as z from 'zod'
import { toolProgressSchema } from '../activity/tool-progress-schema.js'
import { errorSchema } from '../request/error-schema.js'
import { usageSchema } from './usage-schema.js'

const identity = { id: z.string(), created: z.int(), model: z.string() }
const finishReason = z.enum(['stop', 'length'])

export const completionSchema = z.object({
  ...identity,
  object: z.literal('chat.completion'),
  choices: z.array(
    z.object({
      index: z.int(),
      message: z.object({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
      logprobs: z.null(),
      finish_reason: finishReason,
    }),
  ),
  usage: usageSchema,
})

/** A piece of an answer. Pieces with `tool_progress`, `compression` or `notice` have an empty delta, and the one with `usage` has no choices. */
export const chunkSchema = z.object({
  ...identity,
  object: z.literal('chat.completion.chunk'),
  choices: z.array(
    z.object({
      index: z.int(),
      delta: z.object({
        role: z.literal('assistant').exactOptional(),
        content: z.string().exactOptional(),
        reasoning_content: z.string().exactOptional(),
      }),
      logprobs: z.null(),
      finish_reason: finishReason.nullable(),
    }),
  ),
  usage: usageSchema.exactOptional(),
  tool_progress: toolProgressSchema.exactOptional(),
  compression: z
    .object({
      status: z.enum(['running', 'compressed', 'skipped', 'failed']),
      trigger: z.enum(['threshold', 'overflow', 'request']).exactOptional(),
      duration_ms: z.number().exactOptional(),
      reason: z.string().exactOptional(),
      tokens_before: z.number().exactOptional(),
      tokens_after: z.number().exactOptional(),
    })
    .exactOptional(),
  notice: z.object({ code: z.string(), text: z.string() }).exactOptional(),
})

/** The data of an event, except for the text `[DONE]` of the last one. */
export const completionEventSchema = z.union([chunkSchema, errorSchema])

export type CompletionObject = z.output<typeof completionSchema>
export type ChunkObject = z.output<typeof chunkSchema>
export type CompletionEvent = z.output<typeof completionEventSchema>
