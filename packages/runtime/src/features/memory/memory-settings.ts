import type { Config } from '../../schema/config-schema.js'

export interface MemorySettings {
  readonly memory: Config['memory']
  /** What is shown of reviews. */
  readonly notifications: Config['display']['memory_notifications']
}
