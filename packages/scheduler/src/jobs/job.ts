import * as z from 'zod'
import { lastRun } from '../ledger/last-run.js'

const schedule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('once'), atMs: z.number() }),
  z.object({ kind: z.literal('interval'), everyMs: z.number(), fromMs: z.number() }),
  z.object({ kind: z.literal('cron'), fields: z.string(), zone: z.string() }),
])

/** How much a model reasons. */
export const reasoning = z.enum(['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])

/** What a firing does. */
export const taskSchema = z
  .object({
    /** The message to the agent. Absent for a job that only runs its script. */
    prompt: z.string().optional(),
    /**
     * The name of a script in the scripts folder, which runs first. Its output is added to the prompt, or is the
     * result.
     */
    script: z.string().optional(),
    /** Jobs whose latest results are added to the prompt. */
    contextFrom: z.array(z.string()).optional(),
    /** `same`: every firing continues one conversation. Default: `fresh`, where each has its own. */
    conversation: z.enum(['fresh', 'same']).optional(),
    workingDirectory: z.string().optional(),
    /** The model, by the name that its provider uses. Default: the configured model. */
    model: z.string().optional(),
    /** The provider of the model. Default: that of the configured model. */
    provider: z.string().optional(),
    /** The reasoning effort. Default: the configured effort. */
    reasoning: reasoning.optional(),
    /** The toolsets. Default: those of the surface. */
    toolsets: z.array(z.string()).optional(),
    /** Maximum cost of a firing, in US dollars. */
    maxCostUsd: z.number().optional(),
  })
  .readonly()
export type Task = z.infer<typeof taskSchema>

/** What requested a run in addition to the schedule. */
export const runEvent = z
  .object({
    /** The source: `webhook issues`. */
    source: z.string(),
    /** The text. Written by strangers. */
    text: z.string(),
  })
  .readonly()
export type RunEvent = z.infer<typeof runEvent>

/** A firing that was put on the queue and has not ended. */
const pending = z.object({
  /** The id of the queue item. */
  id: z.string(),
  dueMs: z.number(),
  trigger: z.enum(['schedule', 'catch-up', 'manual', 'retry']),
  /** Number of the retry of a due time, from 1. */
  attempt: z.number(),
  event: runEvent.optional(),
  /** Whether its event has waited too long. */
  isLate: z.boolean().optional(),
})
export type Pending = Readonly<z.infer<typeof pending>>

/** Whether a firing is in addition to the schedule, because a person or an event requested it. */
export function isRequested({ trigger, event }: Pick<Pending, 'trigger' | 'event'>): boolean {
  return trigger === 'manual' || event !== undefined
}

const waitingEvent = z
  .object({
    /** The id of its firing. */
    id: z.string(),
    /** When it was requested. */
    dueMs: z.number(),
    /** When it started to wait. */
    sinceMs: z.number(),
    event: runEvent,
  })
  .readonly()
export type WaitingEvent = z.infer<typeof waitingEvent>

export const jobSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    /** The schedule as it was written. */
    text: z.string(),
    schedule,
    /**
     * The IANA time zone that was specified for its times. Absent: that of its fields, or of schedules that do not
     * specify one.
     */
    zone: z.string().optional(),
    task: taskSchema,
    /** Where results go: `local`, `origin`, or targets of other deliveries. */
    deliver: z.array(z.string()).readonly(),
    /** The conversation that created the job. */
    origin: z.string().optional(),
    /** The person whose job it is, as named in sessions. Absent: the owner. */
    userId: z.string().optional(),
    /** Who pays for its runs, as named in sessions. Absent: the person whose job it is. */
    payer: z.string().optional(),
    createdBy: z.enum(['person', 'agent']),
    createdAtMs: z.number(),
    /** Number of runs after which the job is done. Default: no limit, or 1 for a schedule of a single time. */
    repeat: z.number().optional(),
    /** `skip`: due times that were missed for longer than the grace period are not made up. Default: `once`. */
    missed: z.enum(['once', 'skip']).optional(),
    state: z.enum(['active', 'paused', 'done']),
    /** Why the job is paused. */
    pausedFor: z.string().optional(),
    /** All due times up to this one are settled, in milliseconds since 1970. */
    cursorMs: z.number(),
    /** Number of runs that have ended. Skipped firings do not count. */
    runs: z.number(),
    /** Number of failures since the latest success. */
    failures: z.number(),
    /** Whether the latest firing was refused. */
    refused: z.boolean().optional(),
    lastRun: lastRun.optional(),
    /** The ids of runs with a message that waits for its target. */
    waitingRuns: z.array(z.string()).readonly().optional(),
    pending: pending.readonly().optional(),
    /** The next attempt of a firing that failed for a transient reason. */
    retry: z
      .object({ dueMs: z.number(), atMs: z.number(), attempt: z.number(), event: runEvent.optional() })
      .readonly()
      .optional(),
    /** Events that came while a run was in progress, oldest first. */
    waitingEvents: z.array(waitingEvent).readonly().optional(),
    /** The conversation of its firings, for a job that continues one. */
    sessionId: z.string().optional(),
    /** The conversation that its firings enter, as a message there. Absent: they have separate conversations. */
    enters: z.string().optional(),
  })
  .readonly()
/** A scheduled job, as the store keeps it. */
export type Job = z.infer<typeof jobSchema>
