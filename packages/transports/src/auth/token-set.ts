import { recordAt, textAt, type WireRecord } from '../shared/json.js'
import { claimsOf, lifetimeOf } from './jwt.js'
import { LoginError } from './login-error.js'

/** What a login consists of. */
export interface TokenSet {
  /** Sent with model calls. Empty where it has to be fetched first. */
  readonly accessToken: string
  /** Buys the next access token. Most providers take each one only once. */
  readonly refreshToken?: string
  /** By this machine's clock, in milliseconds since 1970. Absent: not known. */
  readonly expiresAtMs?: number
  /** The only address, besides the provider's own, that the access token may go to. */
  readonly baseUrl?: string
  /** The account that pays, where the provider wants to hear of it with each call. */
  readonly accountId?: string
  /** Says who is logged in; kept for the program that a borrowed login belongs to. */
  readonly idToken?: string
}

/**
 * The tokens in the answer of a token endpoint; what it leaves out stays as it was. How long they last is counted from
 * now on: the server's clock may be another one.
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

/** The ChatGPT account that a token of OpenAI was issued for. */
export function accountIdOf(token: string | undefined): string | undefined {
  if (token === undefined) return undefined
  return textAt(recordAt(claimsOf(token), 'https://api.openai.com/auth'), 'chatgpt_account_id') || undefined
}
