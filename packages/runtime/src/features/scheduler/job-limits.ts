import type { ReachingSession } from '@hermes/platforms/messages'
import type { Config } from '../../schema/config-schema.js'
import type { JobLimits } from '../../services/open-jobs.js'

/** The sections of the config that jobs depend on. */
export type SchedulerSettings = Pick<Config, 'cron' | 'platforms'>

/**
 * Returns the limits of the agent for jobs in a conversation. The owner and administrators may do everything, and pay for what they add.
 * Other people only have access to their own jobs. Targets follow the rules of `send_message`.
 */
export async function jobLimits(
  session: ReachingSession,
  settings: SchedulerSettings['platforms'],
): Promise<JobLimits> {
  const { reachesAll, refusalOfTarget } = await import('@hermes/platforms/messages')
  const platforms = Object.fromEntries(Object.entries(settings).filter(([, { enabled }]) => enabled))
  if (reachesAll(session, platforms)) return { payer: session.userId }
  const homes = Object.entries(platforms).flatMap(([name, { home_chat: home }]) => (home === undefined ? [] : [name]))
  return {
    userId: session.userId,
    refusalOfTarget(target) {
      if (target === 'local' || target === 'origin') return undefined
      const targets = target === 'all' ? homes : [target]
      return targets.map((each) => refusalOfTarget(session, each, platforms)).find((refusal) => refusal !== undefined)
    },
  }
}
