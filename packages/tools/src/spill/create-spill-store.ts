import { type Logger, silentLogger } from '@hermes/core'
import { spillName } from './spill-name.js'
import type { SpillPlace } from './spill-place.js'
import type { SpillStore } from './spill-store.js'
import { createSpillWriter } from './spill-writer.js'

export interface SpillStoreOptions {
  readonly place: SpillPlace
  /** Logs failures. Default: silent. */
  readonly logger?: Logger
}

/** Limit of command output for the model. */
const defaultShortUpTo = 50_000

/**
 * Creates a store for output that is too long for the model.
 *
 * @example
 * ```ts
 * const spill = createSpillStore({ place: spillFolder({ folder: '/home/me/.hermes/cache/spillover' }) })
 * ```
 */
export function createSpillStore({ place, logger = silentLogger }: SpillStoreOptions): SpillStore {
  const store: SpillStore = {
    async keep(text, origin) {
      const writer = store.open(origin, { shortUpTo: -1 })
      await writer.write(text)
      return writer.close()
    },
    open: (origin, { shortUpTo = defaultShortUpTo } = {}) =>
      createSpillWriter({ place, name: spillName(origin), shortUpTo, logger }),
  }
  return store
}
