import type { SessionStore } from '@hermes/core'
import { createJobBook, type JobBook, type JobCheck } from '@hermes/scheduler'
import type { JobBell } from './job-bell.js'
import { type ZoneSettings, zoneOf } from './zone-of.js'

/** What a book of jobs has from its host. */
export interface JobServices {
  /** Default: a scheduler finds what is changed within 30 seconds. */
  readonly bell?: Pick<JobBell, 'ring'>
  /** Default: nothing is known to be wrong with a job. */
  readonly check?: JobCheck
}

/** The scheduled jobs of a store. @throws {TypeError} when it has no values or no work queue. */
export function openJobs(store: SessionStore, settings: ZoneSettings, { bell, check }: JobServices = {}): JobBook {
  return createJobBook({
    store,
    async resolveTarget(target) {
      if (!store.values || !target.includes(':#')) return target
      const { createChatNames, resolveChatName } = await import('@hermes/platforms/messages')
      return resolveChatName(target, createChatNames(store.values))
    },
    ...(bell && { onChange: bell.ring }),
    ...(check && { check }),
    // Asking the machine for it takes milliseconds, which a start has no use for.
    get zone() {
      return zoneOf(settings)
    },
  })
}
