import type { Config } from '../../schema/config-schema.js'

export interface MemorySettings {
  readonly memory: Config['memory']
  /** How much is shown about reviews. */
  readonly notifications: Config['display']['memory_notifications']
}
