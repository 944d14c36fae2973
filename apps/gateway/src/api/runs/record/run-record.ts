import type { JsonValue } from '@hermes/core'
import * as z from 'zod'
import { tokensSchema } from '../../tokens/tokens-schema.js'

const runEnd = z.object({
  atMs: z.number(),
  /** `incomplete`: the turn ended before its work was done. `cancelled`: it was interrupted. */
  status: z.enum(['completed', 'incomplete', 'failed', 'cancelled']),
  /** The texts of the answer, one for each message of the model. */
  texts: z.array(z.string()),
  /** The places of texts that were taken back, among all that were begun. */
  withdrawn: z.array(z.number()).exactOptional(),
  /** The text that had begun when the turn ended. It is not part of the answer. */
  cut: z.string().exactOptional(),
  usage: tokensSchema.exactOptional(),
  error: z
    .object({
      status: z.number(),
      code: z.string(),
      message: z.string(),
      headers: z.record(z.string(), z.string()).exactOptional(),
    })
    .exactOptional(),
})

/** Fields of the request that the answer repeats. */
const echoed = z.object({
  /** Absent if the client asked for none. */
  model: z.string().exactOptional(),
  metadata: z.record(z.string(), z.string()),
  store: z.boolean().exactOptional(),
  background: z.boolean().exactOptional(),
  instructions: z.string().exactOptional(),
  previous_response_id: z.string().exactOptional(),
  conversation: z.string().exactOptional(),
})

const runRecord = z.object({
  id: z.string(),
  sessionId: z.string(),
  /** The person that the client spoke for. */
  userId: z.string().exactOptional(),
  /** A hash of the request: the same key with another request is a mistake. */
  fingerprint: z.string(),
  createdAtMs: z.number(),
  echoed,
  /** Its client answers questions. */
  answers: z.boolean().exactOptional(),
  /** What the turns of its conversation had used when its own began. Absent until then. */
  usageBefore: tokensSchema.exactOptional(),
  /** The run that continues its session. Others that follow it do so in a branch. */
  continuedBy: z.string().exactOptional(),
  /** Absent until the run has ended. */
  end: runEnd.exactOptional(),
})

/** A turn that a client started, as stored. Its id is that of its input, so a run that was accepted is never started twice. */
export type RunRecord = z.output<typeof runRecord>
export type Echoed = z.output<typeof echoed>
export type RunEnd = z.output<typeof runEnd>

/** `undefined` for a value that is not a run. */
export function parseRunRecord(value: JsonValue | undefined): RunRecord | undefined {
  const parsed = runRecord.safeParse(value)
  return parsed.success ? parsed.data : undefined
}
