import type { ApiMode } from '@hermes/core'
import type { OwnServer } from './own-server.js'

/** Provider settings from flags or the config. Empty strings count as missing. */
export interface ProviderSettings {
  readonly provider?: string
  readonly model?: string
  readonly baseUrl?: string
  readonly apiKey?: string
  readonly apiMode?: ApiMode
  /** Servers that can be named as `provider`, in addition to the presets. */
  readonly servers?: readonly OwnServer[]
}

/** Environment variables by name, as in `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>

/** A stored key or login, as opposed to one in an environment variable. */
export interface KeptCredential {
  readonly provider: string
  /** Address that the credential belongs to. Default: the address of the provider. */
  readonly baseUrl?: string
  /** Whether the credential belongs to another program. It is then used only if its provider is named, and never selects a provider. */
  readonly isBorrowed?: boolean
}
