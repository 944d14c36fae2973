import { recordAt, textAt, type WireRecord } from '../shared/json.js'
import { claimsOf, lifetimeOf } from './jwt.js'
import { LoginError } from './login-error.js'

/** Tokens of a login. */
export interface TokenSet {
  /** Token sent with model calls. Empty if it must be fetched first. */
  readonly accessToken: string
  /** Token exchanged for the next access token. Most providers accept each one only once. */
  readonly refreshToken?: string
  /** Expiry of the access token in milliseconds since 1970, by the clock of this machine. Absent if unknown. */
  readonly expiresAtMs?: number
  /** The only address, besides the provider's own, to which the access token may be sent. */
  readonly baseUrl?: string
  /** Account that pays, if the provider requires it with each call. */
  readonly accountId?: string
  /** Token that identifies the user. Kept for the program that owns a shared login. */
  readonly idToken?: string
}

/**
 * Reads the response of a token endpoint. Missing fields keep their previous value. The expiry is computed by the local
 * clock, because the server's may differ.
 *
 * @throws {LoginError} `protocol` when there is no access token.
 */
export function toTokenSet(body: WireRecord, provider: string, now: number, previous?: TokenSet): TokenSet {
  const accessToken = textAt(body, 'access_token')
  if (accessToken === '') throw new LoginError('protocol', `${provider} answered the login without a token: try again.`)
  const refreshToken = textAt(body, 'refresh_token') || previous?.refreshToken
  const idToken = textAt(body, 'id_token') || previous?.idToken
  const accountId = accountIdOf(idToken) ?? accountIdOf(accessToken) ?? previous?.accountId
  const lifetimeMs = typeof body.expires_in === 'number' ? body.expires_in * 1000 : lifetimeOf(accessToken)
  return {
    accessToken,
    ...(refreshToken && { refreshToken }),
    ...(lifetimeMs !== undefined && { expiresAtMs: now + lifetimeMs }),
    ...(previous?.baseUrl && { baseUrl: previous.baseUrl }),
    ...(accountId && { accountId }),
    ...(idToken && { idToken }),
  }
}

/** Returns the ChatGPT account id in an OpenAI token. */
export function accountIdOf(token: string | undefined): string | undefined {
  if (token === undefined) return undefined
  return textAt(recordAt(claimsOf(token), 'https://api.openai.com/auth'), 'chatgpt_account_id') || undefined
}
