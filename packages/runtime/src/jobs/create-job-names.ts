import { join } from 'node:path'
import { ConfigError, HermesError } from '@hermes/core'
import { requireProvider } from '@hermes/transports'
import type { HomePaths } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'
import type { JobNames } from '../services/job-names.js'
import { scriptKind } from './script-kind.js'

export interface JobNamesOptions {
  /** Called at each check. */
  readonly platforms: () => Config['platforms']
  readonly paths: Pick<HomePaths, 'home'>
}

/** The targets of jobs that are no chats. */
const placesOfJobs = ['local', 'origin', 'all']

export function createJobNames({ platforms, paths }: JobNamesOptions): JobNames {
  return {
    requireTask({ script, provider }) {
      asRefusal(() => {
        if (script !== undefined) scriptKind(script, join(paths.home, 'scripts'))
        if (provider !== undefined) requireProvider(provider)
      })
    },
    async requireTarget(target, places = placesOfJobs) {
      if (places.includes(target)) return
      const { parseTarget } = await import('@hermes/platforms/messages')
      asRefusal(() => {
        const networks = platforms()
        const { network } = parseTarget(target, networks, places)
        if (networks[network]?.enabled !== false) return
        const path = `platforms.${network}.enabled`
        throw new ConfigError(path, `${network} is switched off: set ${path} to true, or choose another target.`)
      })
    },
  }
}

/** Whoever writes the job is told. */
function asRefusal(check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!ConfigError.is(error) && !HermesError.is(error)) throw error
    throw new HermesError('schedule/job', error.message, { cause: error })
  }
}
