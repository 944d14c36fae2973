import { resolveSession, rootOf } from '@hermes/core/sessions'
import { loadOnce } from '@hermes/safety'
import { createSuggestions, cronjobTool } from '@hermes/scheduler'
import type { CreateFeature } from '../../host.js'
import type { Config } from '../../schema/config-schema.js'
import { zoneOf } from '../../services/zone-of.js'
import { blueprintCommand } from './blueprint-command.js'
import { cronCommand } from './cron-command.js'
import { suggestionsCommand } from './suggestions-command.js'

/** `cronjob`, `/cron`, `/blueprint` and `/suggestions`. Runs of jobs only get the tool if the settings allow it. */
export const createSchedulerFeature: CreateFeature<Config['cron']> = async ({
  settings,
  store,
  surface,
  jobServices,
}) => {
  if (!store.values || !store.queue) return undefined
  const book = loadOnce(async () =>
    (await import('../../services/open-jobs.js')).openJobs(store, settings, jobServices),
  )
  // Asking for the zone of the machine loads the data of all languages.
  const zone = () => zoneOf(settings)
  const mayChange = surface.source !== 'cron' || settings.allow_agent_scheduling
  const root = async (sessionId: string) => (await rootOf(store, await resolveSession(store, sessionId))).id
  const tool = cronjobTool({ book, zone, rootOf: root })
  const commands = [
    cronCommand(book, zone),
    blueprintCommand({ book, rootOf: root }),
    suggestionsCommand({ book, suggestions: createSuggestions(store.values) }),
  ]
  return { name: 'scheduler', tools: mayChange ? [tool] : [], commands }
}
