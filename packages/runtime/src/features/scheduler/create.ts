import { resolveSession, rootOf } from '@hermes/core/sessions'
import { cronjobTool } from '@hermes/scheduler'
import type { CreateFeature } from '../../host.js'
import type { Config } from '../../schema/config-schema.js'
import { openJobs, zoneOf } from '../../services/open-jobs.js'
import { cronCommand } from './cron-command.js'

/** `cronjob` and `/cron`. Runs of jobs only get the tool if the settings allow it. */
export const createSchedulerFeature: CreateFeature<Config['cron']> = async ({ settings, store, surface }) => {
  if (!store.values || !store.queue) return undefined
  const book = openJobs(store, settings)
  const zone = zoneOf(settings)
  const mayChange = surface.source !== 'cron' || settings.allow_agent_scheduling
  const tool = cronjobTool({
    book,
    zone,
    rootOf: async (sessionId) => (await rootOf(store, await resolveSession(store, sessionId))).id,
  })
  return { name: 'scheduler', tools: mayChange ? [tool] : [], commands: [cronCommand(book, zone)] }
}
