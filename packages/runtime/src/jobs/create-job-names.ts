import { join } from 'node:path'
import { ConfigError, HermesError } from '@hermes/core'
import { requireProvider } from '@hermes/transports'
import type { HomePaths } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'
import type { JobNames } from '../services/job-names.js'
import { requireToolsets } from '../toolsets/require-toolsets.js'
import { scriptKind } from './script-kind.js'

export interface JobNamesOptions {
  /** Called at each check. */
  readonly config: () => Config
  readonly paths: Pick<HomePaths, 'home'>
}

/** The targets of jobs that are no chats. */
const placesOfJobs = ['local', 'origin', 'all']

export function createJobNames({ config, paths }: JobNamesOptions): JobNames {
  return {
    requireTask({ script, provider, toolsets }) {
      asRefusal(() => {
        if (script !== undefined) scriptKind(script, join(paths.home, 'scripts'))
        if (provider !== undefined) requireProvider(provider)
        if (toolsets) requireToolsets(toolsets, config())
      })
    },
    async requireTarget(target, places = placesOfJobs) {
      if (places.includes(target)) return
      const { parseTarget } = await import('@hermes/platforms/messages')
      asRefusal(() => {
        const { platforms } = config()
        const { network } = parseTarget(target, platforms, places)
        if (platforms[network]?.enabled !== false) return
        const path = `platforms.${network}.enabled`
        throw new ConfigError(path, `${network} is switched off: set ${path} to true, or choose another target.`)
      })
    },
  }
}

/** Reports a mistake as a refusal of the job. */
function asRefusal(check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!ConfigError.is(error) && !HermesError.is(error)) throw error
    throw new HermesError('schedule/job', error.message, { cause: error })
  }
}
