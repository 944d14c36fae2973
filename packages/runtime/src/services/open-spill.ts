import { join } from 'node:path'
import type { Environment, Logger } from '@hermes/core'
import { createSpillStore, type SpillStore, spillEnvironment, spillFolder } from '@hermes/tools'
import type { HomePaths } from '../home/home-paths.js'

/**
 * Stores long results where file tools and commands can read them: in the cache of the home, or in the temporary folder of an environment
 * without the files of this machine.
 */
export function openSpill(paths: HomePaths, environment: Environment, logger: Logger): SpillStore {
  const isElsewhere = environment.id !== 'local'
  const place = isElsewhere
    ? spillEnvironment({ environment })
    : spillFolder({ folder: join(paths.cache, 'spillover') })
  return createSpillStore({ place, logger })
}
