import { HermesError, type SessionStore } from '@hermes/core'
import { createJobBook, type JobBook, type JobCheck } from '@hermes/scheduler'
import type { JobBell } from './job-bell.js'
import type { JobNames } from './job-names.js'
import { type ZoneSettings, zoneOf } from './zone-of.js'

/** What the host provides to a book of jobs. */
export interface JobServices {
  /** Reports changes to the scheduler. Default: the scheduler finds a change within 30 seconds. */
  readonly bell?: Pick<JobBell, 'ring'>
  /** Checks jobs before they are due. Default: no problem is reported. */
  readonly check?: JobCheck
  /** Checks the names that jobs use. Default: all are accepted. */
  readonly names?: JobNames
}

/** Limits what a person may do with jobs. */
export interface JobLimits {
  /** The person whose jobs are the only ones visible. Default: all jobs. */
  readonly userId?: string | undefined
  /** Who pays for the jobs that the person adds. Default: the person whose jobs they are. */
  readonly payer?: string | undefined
  /** Returns the reason why the person's jobs may not deliver to a target. Default: all targets are allowed. */
  readonly refusalOfTarget?: (target: string) => string | undefined
}

/** Opens the scheduled jobs of a store. @throws {TypeError} when the store has no values or no work queue. */
export function openJobs(
  store: SessionStore,
  settings: ZoneSettings,
  { bell, check, names }: JobServices = {},
  { userId, payer, refusalOfTarget }: JobLimits = {},
): JobBook {
  return createJobBook({
    store,
    userId,
    payer,
    async resolveTarget(target) {
      const resolved = await withoutName(target, store)
      await names?.requireTarget(resolved)
      const refusal = refusalOfTarget?.(resolved)
      if (refusal !== undefined) throw new HermesError('schedule/job', refusal)
      return resolved
    },
    ...(bell && { onChange: bell.ring }),
    ...(check && { check }),
    ...(names && { requireTask: names.requireTask }),
    // Asking the machine for its zone takes milliseconds, so it is not asked at start.
    get zone() {
      return zoneOf(settings)
    },
  })
}

async function withoutName(target: string, { values }: SessionStore): Promise<string> {
  if (!values || !target.includes(':#')) return target
  const { createChatNames, resolveChatName } = await import('@hermes/platforms/messages')
  return resolveChatName(target, createChatNames(values))
}
