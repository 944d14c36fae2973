import type { OAuthDiscoveryState, StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client'

/** Stores the login to one server. */
export interface LoginStore {
  load(): Promise<StoredLogin | undefined>
  /** Stores the login. `undefined` deletes it. */
  save(login: StoredLogin | undefined): Promise<void>
  /** Runs work while no other process runs work for this server. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result>
}

export interface StoredLogin {
  /** The registration of this program at the authorization server. */
  readonly client?: StoredOAuthClientInformation
  readonly tokens?: StoredOAuthTokens
  readonly discovery?: OAuthDiscoveryState
  /** The permissions that the last login requested, separated by spaces. */
  readonly askedScope?: string
  /** The permissions without which the server has refused a request, for the next login. */
  readonly neededScope?: string
}
