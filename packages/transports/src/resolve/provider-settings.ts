import type { ApiMode } from '@hermes/core'

/** Settings from flags or the config. Empty strings count as missing. */
export interface ProviderSettings {
  readonly provider?: string
  readonly model?: string
  readonly baseUrl?: string
  readonly apiKey?: string
  readonly apiMode?: ApiMode
}

/** Environment variables by name, as in `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>

/** A key or login that is stored outside of variables. */
export interface KeptCredential {
  readonly provider: string
  /** The address that it belongs to. Default: the address of the provider. */
  readonly baseUrl?: string
  /** It belongs to another program: it is used for a named provider, and selects none. */
  readonly isBorrowed?: boolean
}
