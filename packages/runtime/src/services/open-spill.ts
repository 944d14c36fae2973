import { join } from 'node:path'
import type { Environment, Logger } from '@hermes/core'
import { createSpillStore, type SpillStore, spillEnvironment, spillFolder } from '@hermes/tools'
import type { HomePaths } from '../home/home-paths.js'

/**
 * Long outputs lie where the file tools and commands find them: in the cache of the home, or, where the environment does not
 * have the files of this machine, in its temporary folder.
 */
export function openSpill(paths: HomePaths, environment: Environment, logger: Logger): SpillStore {
  const isElsewhere = environment.id !== 'local'
  const place = isElsewhere
    ? spillEnvironment({ environment })
    : spillFolder({ folder: join(paths.cache, 'spillover') })
  return createSpillStore({ place, logger })
}
