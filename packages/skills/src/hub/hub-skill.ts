import type { Download } from './download.js'
import type { HubAddresses } from './hub-addresses.js'

export type HubName = keyof HubAddresses

/** A skill that a hub offers. */
export interface HubSkill {
  readonly hub: HubName | 'well-known'
  readonly name: string
  /** One line. Empty if the hub gives none. */
  readonly description: string
  /** What installs it: `clawhub:calendar`, `anthropics/skills/skills/pdf`. */
  readonly source: string
  /** How often it was installed or downloaded, where the hub tells. */
  readonly installs?: number | undefined
}

/** How hubs are reached. */
export interface HubServices {
  readonly addresses: HubAddresses
  readonly download: Download
}

export interface HubQuery {
  /** Empty: what the hub shows first. */
  readonly words: string
  readonly limit: number
  readonly signal: AbortSignal
}
