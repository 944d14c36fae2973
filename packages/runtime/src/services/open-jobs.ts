import { HermesError, type SessionStore } from '@hermes/core'
import { createJobBook, type JobBook, type JobCheck } from '@hermes/scheduler'
import type { JobBell } from './job-bell.js'
import type { JobNames } from './job-names.js'
import { type ZoneSettings, zoneOf } from './zone-of.js'

/** What a book of jobs has from its host. */
export interface JobServices {
  /** Default: a scheduler finds what is changed within 30 seconds. */
  readonly bell?: Pick<JobBell, 'ring'>
  /** Default: nothing is known to be wrong with a job. */
  readonly check?: JobCheck
  /** What jobs may name. Default: everything. */
  readonly names?: JobNames
}

/** What somebody may do with jobs. */
export interface JobLimits {
  /** Their own jobs are the only ones. Default: all jobs. */
  readonly userId?: string | undefined
  /** Who pays for the jobs that they add. Default: the person whose jobs they are. */
  readonly payer?: string | undefined
  /** Why their jobs may not deliver to a target. Default: they may deliver to all. */
  readonly refusalOfTarget?: (target: string) => string | undefined
}

/** The scheduled jobs of a store. @throws {TypeError} when it has no values or no work queue. */
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
    // Asking the machine for it takes milliseconds, which a start has no use for.
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
