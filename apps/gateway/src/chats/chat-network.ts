import type { PlatformAdapter } from '@hermes/core/platform'
import type { PlatformSettings } from '@hermes/runtime'

/** A configured chat network. */
export interface ChatNetwork {
  /** Its name in the settings: `telegram`. */
  readonly name: string
  readonly adapter: PlatformAdapter
  readonly settings: PlatformSettings
}

export type ChatNetworks = ReadonlyMap<string, ChatNetwork>
