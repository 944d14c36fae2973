import * as z from 'zod'
import { usageSchema } from '../../completions/usage-schema.js'
import { questionSchema } from '../../questions/question-schemas.js'

export const runSchema = z.object({
  id: z.string(),
  object: z.literal('hermes.run'),
  status: z.enum(['queued', 'running', 'waiting', 'completed', 'incomplete', 'failed', 'cancelled']),
  session_id: z.string(),
  model: z.string().nullable(),
  created_at: z.int(),
  ended_at: z.int().nullable(),
  /** The question that the run waits for. */
  question: questionSchema.nullable(),
  output: z.string().nullable(),
  usage: usageSchema.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  metadata: z.record(z.string(), z.string()),
})

/** How a text for a running turn was accepted. */
export const steerReceiptSchema = z.object({ id: z.string(), accepted: z.boolean(), queued: z.boolean() })

export type RunObject = z.output<typeof runSchema>
export type SteerReceipt = z.output<typeof steerReceiptSchema>
