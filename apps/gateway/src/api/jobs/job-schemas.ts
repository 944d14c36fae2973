import { runSchema, taskSchema } from '@hermes/scheduler'
import * as z from 'zod'
import { listOf } from '../request/list-of.js'

export const jobSchema = z.object({
  id: z.string(),
  name: z.string(),
  schedule: z.string(),
  /** The time zone of schedules with a time of day. */
  timezone: z.string().exactOptional(),
  state: z.enum(['active', 'paused', 'done', 'running', 'blocked_config']),
  /** Why the next run cannot start. */
  blocked_for: z.string().nullable(),
  paused_for: z.string().nullable(),
  next_due: z.iso.datetime().nullable(),
  last_run: z.iso.datetime().nullable(),
  last_status: z
    .enum(['completed', 'failed', 'blocked_config', 'cut-off', 'delivery_failed', 'unverified', 'queued'])
    .nullable(),
  runs: z.int(),
  failures_in_a_row: z.int(),
  repeat: z.int().nullable(),
  deliver: z.array(z.string()).readonly(),
  created_by: z.enum(['person', 'agent']),
  /** The person who owns the job, or `null` for the owner. */
  user: z.string().nullable(),
  /** The person or key whose budget its runs count against, or `null` for the owner. */
  paid_by: z.string().nullable(),
  task: taskSchema,
})

/** The job, with the requested run. */
export const requestedRunSchema = jobSchema.extend({ run_id: z.string() })

const kept = runSchema.unwrap().omit({
  jobId: true,
  dueMs: true,
  startedAtMs: true,
  endedAtMs: true,
  fence: true,
  sending: true,
  sources: true,
  deliveries: true,
})

const source = z.object({
  job: z.string(),
  /** When the result that it read was ready, or `null` if there was none. */
  result: z.iso.datetime().nullable(),
  /** The newest run of that job, if the result is from another one. */
  newest: z
    .object({
      state: kept.shape.state,
      started: z.iso.datetime(),
      reason: z.string().nullable(),
    })
    .nullable(),
})

export const jobRunSchema = kept.extend({
  job: z.string(),
  due: z.iso.datetime(),
  started: z.iso.datetime(),
  ended: z.iso.datetime().nullable(),
  /** What the run has read from other jobs. */
  sources: z.array(source).optional(),
  deliveries: z.array(
    z.object({
      target: z.string(),
      state: z.enum(['delivered', 'waiting', 'failed', 'unknown']),
      detail: z.string().optional(),
      at: z.iso.datetime(),
    }),
  ),
})

/** `served` is whether a scheduler runs the jobs. */
export const jobListSchema = listOf(jobSchema).extend({ served: z.boolean() })
export const jobRunListSchema = listOf(jobRunSchema)

export type JobObject = z.output<typeof jobSchema>
export type RequestedRun = z.output<typeof requestedRunSchema>
export type JobList = z.output<typeof jobListSchema>
export type JobRunList = z.output<typeof jobRunListSchema>
