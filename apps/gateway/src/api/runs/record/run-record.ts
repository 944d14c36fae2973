import type { JsonValue } from '@hermes/core'
import * as z from 'zod'
import { tokensSchema } from '../../tokens/tokens-schema.js'

const runEnd = z.object({
  atMs: z.number(),
  /** `incomplete`: the turn ended before its work was done. `cancelled`: it was interrupted. */
  status: z.enum(['completed', 'incomplete', 'failed', 'cancelled']),
  /** The texts of the answer, one for each message of the model. */
  texts: z.array(z.string()),
  /** The positions of retracted texts among all that were started. */
  withdrawn: z.array(z.number()).exactOptional(),
  /** The unfinished text at the end of the turn. It is not part of the answer. */
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
  /** The requested model. Absent if the client requested none. */
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
  /** A hash of the request. Another request with the same key is rejected. */
  fingerprint: z.string(),
  createdAtMs: z.number(),
  echoed,
  /** Whether the client answers questions. */
  answers: z.boolean().exactOptional(),
  /** Usage of the conversation's turns at the start of its own. Absent until then. */
  usageBefore: tokensSchema.exactOptional(),
  /** The run that continues the session. Other runs that follow continue in a branch. */
  continuedBy: z.string().exactOptional(),
  /** Absent until the run has ended. */
  end: runEnd.exactOptional(),
})

/** A turn that a client started, as stored. Its id is that of its input, so an accepted run is never started twice. */
export type RunRecord = z.output<typeof runRecord>
export type Echoed = z.output<typeof echoed>
export type RunEnd = z.output<typeof runEnd>

/** Returns `undefined` for a value that is not a run. */
export function parseRunRecord(value: JsonValue | undefined): RunRecord | undefined {
  const parsed = runRecord.safeParse(value)
  return parsed.success ? parsed.data : undefined
}
