import type { Download } from './download.js'
import type { HubAddresses } from './hub-addresses.js'

export type HubName = keyof HubAddresses

/** A skill that a hub offers. */
export interface HubSkill {
  readonly hub: HubName | 'well-known'
  readonly name: string
  /** The description on one line. Empty if the hub has none. */
  readonly description: string
  /** The source to install it from: `clawhub:calendar`, `anthropics/skills/skills/pdf`. */
  readonly source: string
  /** The number of installations or downloads, if the hub provides it. */
  readonly installs?: number | undefined
}

/** The services used to reach hubs. */
export interface HubServices {
  readonly addresses: HubAddresses
  readonly download: Download
}

export interface HubQuery {
  /** The words to search for. Empty: the hub's first entries. */
  readonly words: string
  readonly limit: number
  readonly signal: AbortSignal
}
