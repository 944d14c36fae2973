import type { AuthServices } from './auth-services.js'
import type { ForeignFormat } from './foreign-format.js'
import type { TokenSet } from './token-set.js'

/** The user, as a login talks to them. */
export interface Person {
  /** Asks the user to open a page and to type a code there. */
  showCode(prompt: { readonly page: string; readonly code: string; readonly lifetimeMs: number }): Promise<void>
  /** Asks the user to open a page. */
  showPage(prompt: { readonly page: string }): Promise<void>
  /**
   * What the user pastes: the code that the page shows, or the address that the browser ended at. Absent where nobody
   * can; rejects with `signal.reason` once it is no longer needed.
   */
  readonly paste?: (signal: AbortSignal) => Promise<string>
}

export interface LoginContext {
  /** The authorization server, without a slash at the end. */
  readonly issuer: string
  readonly person: Person
  /** Ends the login at once; nothing is left behind. */
  readonly signal: AbortSignal
  readonly services: AuthServices
}

export interface RenewContext {
  readonly issuer: string
  readonly services: AuthServices
}

/** What a login ends with: an API key like any other, or tokens that have to be renewed. */
export type LoginResult =
  | { readonly kind: 'api-key'; readonly apiKey: string }
  | { readonly kind: 'tokens'; readonly tokens: TokenSet }

/** A provider that can be logged in to. */
export interface LoginProvider {
  /** The preset's id. */
  readonly id: string
  /** For people. */
  readonly name: string
  /** The authorization server that is asked unless the user names another one. */
  readonly issuer: string
  /** How a credential names the way that it came: `manual:device_code`. */
  readonly source: string
  /** Absent where only another program can log in. */
  readonly login?: (context: LoginContext) => Promise<LoginResult>
  /**
   * New tokens for old ones. It cannot be interrupted: a refresh token that was spent and lost would end the login.
   * @throws {LoginError} `revoked` when only a new login helps; `unavailable` when trying again may.
   */
  readonly renew?: (tokens: TokenSet, context: RenewContext) => Promise<TokenSet>
  /** The file of another program with such a login. */
  readonly foreign?: ForeignFormat
  /** Variables that hold a refresh token. */
  readonly tokenVariables?: readonly string[]
}
