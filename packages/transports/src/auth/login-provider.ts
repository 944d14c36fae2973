import type { AuthServices } from './auth-services.js'
import type { ForeignFormat } from './foreign-format.js'
import type { TokenSet } from './token-set.js'

/** Interacts with the user during a login. */
export interface LoginPrompter {
  /** Asks the user to open a page and enter a code there. */
  showCode(prompt: { readonly page: string; readonly code: string; readonly lifetimeMs: number }): Promise<void>
  /** Asks the user to open a page. */
  showPage(prompt: { readonly page: string }): Promise<void>
  /**
   * Reads the code that the page shows, or the final address of the browser, from the user. Absent if the user cannot
   * paste. Rejects with `signal.reason` once the input is no longer needed.
   */
  readonly paste?: (signal: AbortSignal) => Promise<string>
}

export interface LoginContext {
  /** URL of the authorization server, without a trailing slash. */
  readonly issuer: string
  readonly prompter: LoginPrompter
  /** Aborts the login immediately. */
  readonly signal: AbortSignal
  readonly services: AuthServices
}

export interface RenewContext {
  readonly issuer: string
  readonly services: AuthServices
}

/** The result of a login: an API key, or tokens that must be renewed. */
export type LoginResult =
  | { readonly kind: 'api-key'; readonly apiKey: string }
  | { readonly kind: 'tokens'; readonly tokens: TokenSet }

/** A provider with a login. */
export interface LoginProvider {
  /** Id of the preset. */
  readonly id: string
  /** Name to display. */
  readonly name: string
  /** URL of the default authorization server. */
  readonly issuer: string
  /** Source stored with the credential, such as `manual:device_code`. */
  readonly source: string
  /** Logs in. Absent if only another program can log in. */
  readonly login?: (context: LoginContext) => Promise<LoginResult>
  /**
   * Renews the tokens. Cannot be aborted, because using a refresh token without receiving its result would end the login.
   * @throws {LoginError} `revoked` when a new login is needed; `unavailable` when a retry may help.
   */
  readonly renew?: (tokens: TokenSet, context: RenewContext) => Promise<TokenSet>
  /** File in which another program stores such a login. */
  readonly foreign?: ForeignFormat
  /** Environment variables that may contain a refresh token. */
  readonly tokenVariables?: readonly string[]
}
