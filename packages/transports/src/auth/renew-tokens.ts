import { LoginError } from './login-error.js'
import type { RenewContext } from './login-provider.js'
import { type AuthResponse, refusalOf, sendAuthRequest, unexpected } from './send-auth-request.js'
import { type TokenSet, toTokenSet } from './token-set.js'

export interface RenewRequest {
  readonly provider: string
  readonly url: string
  readonly form: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Exchanges a refresh token for new tokens.
 *
 * @throws {LoginError} `revoked` when the refresh token is no longer valid.
 */
export async function renewTokens(
  tokens: TokenSet,
  { provider, url, form, headers }: RenewRequest,
  { services }: RenewContext,
): Promise<TokenSet> {
  // A separate signal: aborting the caller must not lose a token that was just issued.
  const { signal } = new AbortController()
  const response = await sendAuthRequest({ provider, url, form, ...(headers && { headers }), signal }, services)
  if (response.status === 200) return toTokenSet(response.body, provider, services.now(), tokens)
  throw isRevoked(response) ? revokedLogin(provider, refusalOf(response).text) : unexpected(provider, response)
}

export function revokedLogin(provider: string, reason: string): LoginError {
  const because = reason === '' ? '' : ` (${reason.slice(0, 200).replace(/\.$/, '')})`
  return new LoginError('revoked', `The login to ${provider} is no longer valid${because}.`)
}

export function requireRefreshToken({ refreshToken }: TokenSet, provider: string): string {
  if (refreshToken) return refreshToken
  throw revokedLogin(provider, 'it cannot be renewed')
}

function isRevoked(response: AuthResponse): boolean {
  if (response.status === 401 || response.status === 403) return true
  return /invalid_grant|invalid_token|refresh_token_(reused|expired|invalidated)|revoked/.test(refusalOf(response).code)
}
