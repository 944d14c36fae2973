import type { TokenStore } from '@hermes/transports/auth'

/** A key or login for a provider, wherever it is stored. Contains secrets: never display it directly. */
export interface Credential {
  /** The id, which is unique within the provider and used on the command line. */
  readonly id: string
  readonly provider: string
  readonly label: string
  /** The origin of the credential: `manual`, `manual:device_code`, `env:NAME`, `claude_code`, `codex_cli`. */
  readonly source: string
  /** Whether the credential is stored elsewhere, so that Hermes stores at most its location. */
  readonly isBorrowed: boolean
  /** The only address to which the credential may be sent. Absent: the provider's own. */
  readonly baseUrl?: string
  readonly secret: CredentialSecret
}

export type CredentialSecret =
  | { readonly type: 'api-key'; readonly key: string }
  | {
      readonly type: 'login'
      readonly tokens: TokenStore
      readonly issuer: string
      /** The fingerprint of the current access token. */
      readonly fingerprint: string
      readonly expiresAtMs?: number
      readonly isRenewable: boolean
    }
  /** The source no longer has a credential. */
  | { readonly type: 'missing' }
