import * as z from 'zod'
import { runState } from './run-state.js'
import { sourceResultSchema } from './source-result.js'

const receipt = z
  .object({
    target: z.string(),
    /** `waiting`: it is sent as soon as the target takes it. `unknown`: the firing was cut off while it was sent. */
    state: z.enum(['delivered', 'waiting', 'failed', 'unknown']),
    atMs: z.number(),
    /** Where it is, or why it failed. */
    detail: z.string().optional(),
    /** What the delivery knows a message by that waits. */
    messageIds: z.array(z.string()).readonly().optional(),
  })
  .readonly()
export type Receipt = z.infer<typeof receipt>

export const runSchema = z
  .object({
    /** The id of the queue item: the job's id with the due time. */
    id: z.string(),
    jobId: z.string(),
    dueMs: z.number(),
    trigger: z.enum(['schedule', 'catch-up', 'manual', 'retry']),
    attempt: z.number(),
    /** Of `skipped`, see `reason`. */
    state: runState,
    /** The claim of the process that runs it. */
    fence: z.number(),
    startedAtMs: z.number(),
    endedAtMs: z.number().optional(),
    /** The result, shortened. */
    text: z.string().optional(),
    /** The result asked for no delivery. */
    isSilent: z.boolean().optional(),
    /** It was cut off because its process was told to stop, which is no failure of the job. */
    isStopped: z.boolean().optional(),
    /** It was skipped because it was refused. */
    isRefused: z.boolean().optional(),
    /** The targets are told that it was skipped. */
    isTold: z.boolean().optional(),
    /** Why it failed, or was skipped. */
    reason: z.string().optional(),
    sessionId: z.string().optional(),
    /** What it has read of other jobs. */
    sources: z.array(sourceResultSchema).readonly().optional(),
    deliveries: z.array(receipt).readonly(),
    /** The target that is being sent to. */
    sending: z.string().optional(),
  })
  .readonly()
/** A firing and what became of it. */
export type Run = z.infer<typeof runSchema>
