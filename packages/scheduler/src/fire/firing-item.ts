import type { JsonValue } from '@hermes/core'
import type { NewWorkItem } from '@hermes/core/queue'
import * as z from 'zod'
import { type Job, type Pending, runEvent } from '../jobs/job.js'

/** The name of the firing queue. The lane of each firing is its job. */
export const firingQueue = 'cron'

const payloadSchema = z.object({
  jobId: z.string(),
  dueMs: z.number(),
  trigger: z.enum(['schedule', 'catch-up', 'manual', 'retry']),
  attempt: z.number(),
  event: runEvent.optional(),
  isLate: z.boolean().optional(),
})

export function toItem(job: Job, { id, ...payload }: Pending): NewWorkItem {
  return { queue: firingQueue, lane: job.id, id, payload: { jobId: job.id, ...payload } }
}

/**
 * Parses a queue item.
 * @throws {z.ZodError} for an item that is not a firing.
 */
export function toPending({ id, payload }: { readonly id: string; readonly payload: JsonValue }): {
  readonly jobId: string
  readonly pending: Pending
} {
  const { jobId, ...pending } = payloadSchema.parse(payload)
  return { jobId, pending: { id, ...pending } }
}
