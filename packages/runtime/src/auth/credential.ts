import type { TokenStore } from '@hermes/transports/auth'

/** A key or login for a provider, wherever it is stored. Contains secrets: never display it directly. */
export interface Credential {
  /** Unique within the provider. Used on the command line. */
  readonly id: string
  readonly provider: string
  readonly label: string
  /** `manual`, `manual:device_code`, `env:NAME`, `claude_code`, `codex_cli`. */
  readonly source: string
  /** It is stored elsewhere; this entry holds at most the location. */
  readonly isBorrowed: boolean
  /** The only address that it may be sent to. Absent: the provider's own. */
  readonly baseUrl?: string
  readonly secret: CredentialSecret
}

export type CredentialSecret =
  | { readonly type: 'api-key'; readonly key: string }
  | {
      readonly type: 'login'
      readonly tokens: TokenStore
      readonly issuer: string
      /** The current access token. */
      readonly fingerprint: string
      readonly expiresAtMs?: number
      readonly isRenewable: boolean
    }
  /** The source no longer has a credential. */
  | { readonly type: 'missing' }
