import { resolveSession, rootOf } from '@hermes/core/sessions'
import { loadOnce } from '@hermes/safety'
import { createSuggestions, cronjobTool } from '@hermes/scheduler'
import type { CreateFeature } from '../../host.js'
import type { JobLimits } from '../../services/open-jobs.js'
import { zoneOf } from '../../services/zone-of.js'
import { blueprintCommand } from './blueprint-command.js'
import { cronCommand } from './cron-command.js'
import { heartbeatCommand } from './heartbeat-command.js'
import { jobLimits, type SchedulerSettings } from './job-limits.js'
import { suggestionsCommand } from './suggestions-command.js'

/**
 * Creates `cronjob`, `/cron`, `/blueprint`, `/suggestions`, and `/heartbeat` for chats; a terminal has a separate one. Runs of jobs only
 * get the tool if the settings allow it.
 */
export const createSchedulerFeature: CreateFeature<SchedulerSettings> = async ({
  settings: { cron, platforms },
  store,
  surface,
  jobServices,
}) => {
  if (!store.values || !store.queue) return undefined
  const open = async (limits?: JobLimits) =>
    (await import('../../services/open-jobs.js')).openJobs(store, cron, jobServices, limits)
  const book = loadOnce(() => open())
  // Asking for the machine's zone loads the data of all languages.
  const zone = () => zoneOf(cron)
  const mayChange = surface.source !== 'cron' || cron.allow_agent_scheduling
  const root = async (sessionId: string) => (await rootOf(store, await resolveSession(store, sessionId))).id
  const limitsOf = async (sessionId: string) => jobLimits(await resolveSession(store, sessionId), platforms)
  const tool = cronjobTool({
    book: async (sessionId) => open(await limitsOf(sessionId)),
    zone,
    rootOf: root,
  })
  const commands = [
    cronCommand(book, zone),
    blueprintCommand({
      book: async (sessionId) => open({ payer: (await limitsOf(sessionId)).payer }),
      rootOf: root,
    }),
    suggestionsCommand({ book, suggestions: createSuggestions(store.values) }),
  ]
  const heartbeat = heartbeatCommand({
    async conversationOf(sessionId) {
      const record = await store.sessions.get(sessionId)
      return record && rootOf(store, record)
    },
    book: open,
    zone,
  })
  return {
    name: 'scheduler',
    tools: mayChange ? [tool] : [],
    commands: surface.servesStrangers ? [...commands, heartbeat] : commands,
  }
}
