import { join } from 'node:path'
import type { Environment, Logger } from '@hermes/core'
import { createSpillStore, type SpillStore, spillEnvironment, spillFolder } from '@hermes/tools'
import type { HomePaths } from '../home/home-paths.js'

/**
 * Stores long results where file tools and commands can read them: in the cache of the home, or, in an environment without this machine's
 * files, in its temporary folder.
 */
export function openSpill(paths: HomePaths, environment: Environment, logger: Logger): SpillStore {
  const isElsewhere = environment.id !== 'local'
  const place = isElsewhere
    ? spillEnvironment({ environment })
    : spillFolder({ folder: join(paths.cache, 'spillover') })
  return createSpillStore({ place, logger })
}
