import { isLoopbackUrl } from '../resolve/origin.js'
import { recordAt, textAt, type WireRecord } from '../shared/json.js'
import { copilotHeaders } from './copilot-headers.js'
import { deviceFlow } from './device-flow.js'
import type { LoginContext, LoginProvider, LoginResult, RenewContext } from './login-provider.js'
import { requireRefreshToken, revokedLogin } from './renew-tokens.js'
import { refusalOf, sendAuthRequest, unexpected } from './send-auth-request.js'
import type { TokenSet } from './token-set.js'

const provider = 'GitHub Copilot'

/** Public client id of Copilot's editor extension. Tokens of other clients cannot be exchanged. */
const clientId = 'Iv1.b507a08c87ecfe98'

/** Token lifetime assumed if the server reports none: the current lifetime minus a margin. */
const usualLifetimeMs = 25 * 60_000

/**
 * Copilot subscription. The login returns a GitHub token, which is stored as the refresh token and exchanged for the
 * half-hour tokens of model calls. The issuer is github.com or a GitHub Enterprise host.
 */
export const copilotLogin: LoginProvider = {
  id: 'copilot',
  name: provider,
  issuer: 'https://github.com',
  source: 'manual:device_code',
  tokenVariables: ['COPILOT_GITHUB_TOKEN'],
  login,
  renew: exchange,
}

async function login(context: LoginContext): Promise<LoginResult> {
  const { issuer } = context
  const body = await deviceFlow(
    {
      provider,
      clientId,
      scope: 'read:user',
      codeUrl: `${issuer}/login/device/code`,
      tokenUrl: `${issuer}/login/oauth/access_token`,
    },
    context,
  )
  const tokens = await exchange({ accessToken: '', refreshToken: textAt(body, 'access_token') }, context)
  return { kind: 'tokens', tokens }
}

/**
 * Fetches a token for model calls.
 * @throws {LoginError} `revoked` when GitHub rejects the login because it was revoked or there is no subscription.
 */
async function exchange(tokens: TokenSet, { issuer, services }: RenewContext): Promise<TokenSet> {
  const { signal } = new AbortController()
  const headers = { ...copilotHeaders, authorization: `token ${requireRefreshToken(tokens, provider)}` }
  const url = `${apiOf(issuer)}/copilot_internal/v2/token`
  const response = await sendAuthRequest({ provider, url, headers, signal }, services)
  const token = textAt(response.body, 'token')
  if ([401, 403, 404].includes(response.status)) {
    throw revokedLogin(
      provider,
      textAt(response.body, 'message') || refusalOf(response).text || 'is Copilot switched on?',
    )
  }
  if (response.status !== 200 || token === '') throw unexpected(provider, response)
  const baseUrl = baseUrlOf(response.body, token, issuer)
  return {
    accessToken: token,
    ...(tokens.refreshToken && { refreshToken: tokens.refreshToken }),
    expiresAtMs: services.now() + lifetimeOf(response.body),
    ...(baseUrl && { baseUrl }),
  }
}

function apiOf(issuer: string): string {
  return isLoopbackUrl(issuer) ? issuer : issuer.replace('://', '://api.')
}

/** Returns the token lifetime in milliseconds. It is read from `refresh_in`, because the expiry time uses GitHub's clock. */
function lifetimeOf({ refresh_in: refreshIn }: WireRecord): number {
  return typeof refreshIn === 'number' && refreshIn > 0 ? refreshIn * 1000 : usualLifetimeMs
}

/**
 * Returns the API address of the subscription. Only hosts of Copilot or of the issuer are accepted, so that the token
 * is not sent elsewhere.
 */
function baseUrlOf(body: WireRecord, token: string, issuer: string): string | undefined {
  const proxy = /(?:^|;)proxy-ep=(?:https?:\/\/)?proxy\.([^;\s/]+)/.exec(token)?.[1]
  const named = textAt(recordAt(body, 'endpoints'), 'api') || (proxy && `https://api.${proxy}`)
  const url = URL.parse(named || '')
  if (!url) return undefined
  const isOwn = url.protocol === 'https:' && isWithin(url.hostname, 'githubcopilot.com', new URL(issuer).hostname)
  const isLocal = isLoopbackUrl(url.href) && isLoopbackUrl(issuer)
  return isOwn || isLocal ? url.href.replace(/(?<!\/)\/+$/, '') : undefined
}

function isWithin(host: string, ...domains: readonly string[]): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}
