import type { ApiMode } from '@hermes/core'

/** What the user asked for, by flag or by config. Empty texts count as not given. */
export interface ProviderSettings {
  readonly provider?: string
  readonly model?: string
  readonly baseUrl?: string
  readonly apiKey?: string
  readonly apiMode?: ApiMode
}

/** Environment variables by name, as in `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>

/** A key or login that is kept elsewhere than in a variable. */
export interface KeptCredential {
  readonly provider: string
  /** The address that it is for; absent: the provider's own. */
  readonly baseUrl?: string
  /** It belongs to another program: it serves a provider that is named, and selects none. */
  readonly isBorrowed?: boolean
}
