import type { OAuthDiscoveryState, StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client'

/** Keeps the login to one server. */
export interface LoginStore {
  load(): Promise<StoredLogin | undefined>
  /** `undefined` deletes it. */
  save(login: StoredLogin | undefined): Promise<void>
  /** Runs work that no other process runs for this server meanwhile. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result>
}

export interface StoredLogin {
  /** What this program is called at the authorization server. */
  readonly client?: StoredOAuthClientInformation
  readonly tokens?: StoredOAuthTokens
  readonly discovery?: OAuthDiscoveryState
  /** The permissions that the last login has asked for, separated by spaces. */
  readonly askedScope?: string
  /** Those that the server has refused a request without, for the next login. */
  readonly neededScope?: string
}
