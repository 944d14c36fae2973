import { join } from 'node:path'
import { ConfigError, HermesError } from '@hermes/core'
import { requireProvider } from '@hermes/transports'
import { openCredentials } from '../auth/credential-book.js'
import type { ConfigSnapshot } from '../config/live/config-snapshot.js'
import type { HomePaths } from '../home/home-paths.js'
import { ownServers } from '../model/own-servers.js'
import type { JobNames } from '../services/job-names.js'
import { scriptKind } from './script-kind.js'

export interface JobNamesOptions {
  /** Called for each check. */
  readonly settings: () => Settings
  readonly paths: HomePaths
}

type Settings = Omit<ConfigSnapshot, 'pinned'>

/** The targets of jobs that are not chats. */
const placesOfJobs = ['local', 'origin', 'all']

/** Like {@link createJobNames}, for settings that have already been read. */
export async function openJobNames(
  { config, variables }: Omit<Settings, 'credentials'>,
  paths: HomePaths,
): Promise<JobNames> {
  const settings = { config, variables, credentials: await openCredentials(paths, variables) }
  return createJobNames({ settings: () => settings, paths })
}

export function createJobNames({ settings, paths }: JobNamesOptions): JobNames {
  return {
    async requireTask(task) {
      const { script, model, provider, toolsets } = task
      await asRefusal(async () => {
        if (script !== undefined) scriptKind(script, join(paths.home, 'scripts'))
        if (provider !== undefined) requireProvider(provider, ownServers(settings().config))
        if (toolsets) {
          const { requireToolsets } = await import('../toolsets/require-toolsets.js')
          requireToolsets(toolsets, settings().config)
        }
        if (model === undefined) return
        const { requireModelOfJob } = await import('./require-model-of-job.js')
        await requireModelOfJob(task, settings(), paths)
      })
    },
    async requireTarget(target, places = placesOfJobs) {
      if (places.includes(target)) return
      const { parseTarget } = await import('@hermes/platforms/messages')
      await asRefusal(() => {
        const { platforms } = settings().config
        const { network } = parseTarget(target, platforms, places)
        if (platforms[network]?.enabled !== false) return
        const path = `platforms.${network}.enabled`
        throw new ConfigError(path, `${network} is switched off: set ${path} to true, or choose another target.`)
      })
    },
  }
}

/** Runs a check and reports its error as a refusal of the job. */
async function asRefusal(check: () => void | Promise<void>): Promise<void> {
  try {
    await check()
  } catch (error) {
    if (!ConfigError.is(error) && !HermesError.is(error)) throw error
    throw new HermesError('schedule/job', error.message, { cause: error })
  }
}
