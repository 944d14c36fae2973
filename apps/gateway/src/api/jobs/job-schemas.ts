import { runSchema, taskSchema } from '@hermes/scheduler'
import * as z from 'zod'
import { listOf } from '../request/list-of.js'

export const jobSchema = z.object({
  id: z.string(),
  name: z.string(),
  schedule: z.string(),
  /** Of schedules with a time of the day. */
  timezone: z.string().exactOptional(),
  state: z.enum(['active', 'paused', 'done', 'running', 'blocked_config']),
  /** Why its next run cannot begin. */
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
  /** The person whose job it is; `null` for the owner. */
  user: z.string().nullable(),
  /** The person or key whose budget its runs count against; `null` for the owner. */
  paid_by: z.string().nullable(),
  task: taskSchema,
})

/** The job, with the run that was asked for. */
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
  /** When the result that it has read was ready. `null`: there was none. */
  result: z.iso.datetime().nullable(),
  /** The newest run of that job, if its result is of another one. */
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
  /** What it has read of other jobs. */
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

/** `served`: whether a scheduler runs them. */
export const jobListSchema = listOf(jobSchema).extend({ served: z.boolean() })
export const jobRunListSchema = listOf(jobRunSchema)

export type JobObject = z.output<typeof jobSchema>
export type RequestedRun = z.output<typeof requestedRunSchema>
export type JobList = z.output<typeof jobListSchema>
export type JobRunList = z.output<typeof jobRunListSchema>
