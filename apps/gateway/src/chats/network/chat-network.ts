import { StoreError } from '@hermes/core'
import type { PlatformAdapter } from '@hermes/core/platform'
import type { PlatformSettings } from '@hermes/runtime'
import type { IsCalled } from './compile-mentions.js'

/** A configured chat network. */
export interface ChatNetwork {
  /** Its name in the settings, such as `telegram`. */
  readonly name: string
  readonly adapter: PlatformAdapter
  readonly settings: PlatformSettings
  /** Whether a text in a group calls the agent by a pattern of the settings. Absent without patterns. */
  readonly isCalled?: IsCalled
}

export type ChatNetworks = ReadonlyMap<string, ChatNetwork>

/** Returns a network by its name. @throws {StoreError} `unavailable` if it is not connected. */
export function networkOf(networks: ChatNetworks, name: string): ChatNetwork {
  const network = networks.get(name)
  if (network) return network
  throw new StoreError('unavailable', `The network ${name} is not connected.`)
}
