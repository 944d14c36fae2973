import type { ReachingSession } from '@hermes/platforms/messages'
import type { Config } from '../../schema/config-schema.js'
import type { JobLimits } from '../../services/open-jobs.js'

/** The sections of the config that jobs depend on. */
export type SchedulerSettings = Pick<Config, 'cron' | 'platforms'>

/**
 * What the agent may do with jobs in a conversation: everything for the owner and administrators, who pay for what they add. Other people have
 * jobs of their own. Targets obey the rules of `send_message`.
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
