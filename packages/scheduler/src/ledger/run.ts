import * as z from 'zod'
import { runState } from './run-state.js'
import { sourceResultSchema } from './source-result.js'

const receipt = z
  .object({
    target: z.string(),
    /** `waiting`: it is sent as soon as the target accepts it. `unknown`: the firing was cut off while it was sent. */
    state: z.enum(['delivered', 'waiting', 'failed', 'unknown']),
    atMs: z.number(),
    /** Where the message is, or why it failed. */
    detail: z.string().optional(),
    /** The ids by which the delivery knows a waiting message. */
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
    /** The state. For `skipped`, see `reason`. */
    state: runState,
    /** The claim of the process that runs it. */
    fence: z.number(),
    startedAtMs: z.number(),
    endedAtMs: z.number().optional(),
    /** The result, shortened. */
    text: z.string().optional(),
    /** Whether the result requested no delivery. */
    isSilent: z.boolean().optional(),
    /** Whether it was cut off because its process was told to stop, which is not a failure of the job. */
    isStopped: z.boolean().optional(),
    /** Whether it was skipped because it was refused. */
    isRefused: z.boolean().optional(),
    /** Whether the targets are notified that it was skipped. */
    isTold: z.boolean().optional(),
    /** Why it failed or was skipped. */
    reason: z.string().optional(),
    sessionId: z.string().optional(),
    /** What the run has read of other jobs. */
    sources: z.array(sourceResultSchema).readonly().optional(),
    deliveries: z.array(receipt).readonly(),
    /** The target that the message is being sent to. */
    sending: z.string().optional(),
  })
  .readonly()
/** A firing and its outcome. */
export type Run = z.infer<typeof runSchema>
