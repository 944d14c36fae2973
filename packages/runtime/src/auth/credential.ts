import type { TokenStore } from '@hermes/transports/auth'

/** A key or a login that a provider can be called with, wherever it is kept. Holds secrets: never shown as it is. */
export interface Credential {
  /** Unique within the provider: names it on the command line. */
  readonly id: string
  readonly provider: string
  readonly label: string
  /** `manual`, `manual:device_code`, `env:NAME`, `claude_code`, `codex_cli`. */
  readonly source: string
  /** It is kept elsewhere; here stands at most where. */
  readonly isBorrowed: boolean
  /** The only address that it may go to; absent: the provider's own. */
  readonly baseUrl?: string
  readonly secret: CredentialSecret
}

export type CredentialSecret =
  | { readonly type: 'api-key'; readonly key: string }
  | {
      readonly type: 'login'
      readonly tokens: TokenStore
      readonly issuer: string
      /** Of the access token, now. */
      readonly fingerprint: string
      readonly expiresAtMs?: number
      readonly isRenewable: boolean
    }
  /** Where it was borrowed from there is none any more. */
  | { readonly type: 'missing' }
