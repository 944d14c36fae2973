import { createHash, randomUUID } from 'node:crypto'
import type { JsonObject } from '@hermes/core'
import type { AuthorizationRequest, AuthorizationState } from './authorization-state.js'
import type { TokenKind } from './fake-tokens.js'

export interface AuthorizationAnswer {
  readonly status: number
  readonly body: JsonObject
  readonly headers?: Readonly<Record<string, string>>
}

type Route = (request: AuthorizationRequest, state: AuthorizationState, url: URL) => AuthorizationAnswer

const routes: Readonly<Record<string, Route>> = {
  'GET /auth': askConsent,
  'POST /api/v1/auth/keys': mintKey,
  'POST /login/device/code': giveCode,
  'POST /login/oauth/access_token': (_, state) => githubStep(state),
  'GET /copilot_internal/v2/token': giveCopilotToken,
  'POST /api/oauth/device/code': giveCode,
  'POST /api/oauth/token': (request, state) =>
    request.body.grant_type === 'refresh_token'
      ? rotate(String(request.headers['x-nous-refresh-token']), state)
      : deviceStep('jwt', state),
  'POST /v1/oauth/token': (request, state) => rotate(String(request.body.refresh_token), state),
  'POST /api/accounts/deviceauth/usercode': (_, { options }) => ({
    status: 200,
    body: { device_auth_id: 'device-1', user_code: 'CODE-1234', interval: String(options.interval ?? 0.01) },
  }),
  'POST /api/accounts/deviceauth/token': codexStep,
  'POST /oauth/token': (request, state) =>
    request.body.grant_type === 'refresh_token'
      ? rotate(String(request.body.refresh_token), state)
      : exchangeCode(request, state),
}

export function routeOf(request: AuthorizationRequest, url: URL, state: AuthorizationState): AuthorizationAnswer {
  const route = routes[`${request.method} ${request.path}`]
  return route ? route(request, state, url) : { status: 404, body: { error: 'not_found' } }
}

/** Simulates the OpenRouter page, with a user who answers immediately. */
function askConsent(_: AuthorizationRequest, { options, codes }: AuthorizationState, url: URL): AuthorizationAnswer {
  const callback = new URL(url.searchParams.get('callback_url') ?? '')
  if (options.consent === 'no') callback.searchParams.set('error', 'access_denied')
  else {
    const code = randomUUID()
    codes.set(code, url.searchParams.get('code_challenge') ?? '')
    callback.searchParams.set('code', code)
  }
  return { status: 302, body: {}, headers: { location: callback.href } }
}

function mintKey({ body }: AuthorizationRequest, { codes }: AuthorizationState): AuthorizationAnswer {
  const code = String(body.code)
  const challenge = createHash('sha256').update(String(body.code_verifier)).digest('base64url')
  const isGood = body.code_challenge_method === 'S256' && codes.get(code) === challenge
  codes.delete(code)
  if (isGood) return { status: 200, body: { key: `sk-or-v1-${code}`, user_id: 'user-1' } }
  return { status: 403, body: { error: { code: 403, message: 'Invalid code or code_verifier' } } }
}

function giveCode(_: AuthorizationRequest, { options, issuer }: AuthorizationState): AuthorizationAnswer {
  const { interval = 0.01, codeLifetime = 60 } = options
  return {
    status: 200,
    body: {
      device_code: 'device-1',
      user_code: 'CODE-1234',
      verification_uri: `${issuer()}/login/device`,
      expires_in: codeLifetime,
      interval,
    },
  }
}

function deviceStep(kind: TokenKind, { step, families, options }: AuthorizationState): AuthorizationAnswer {
  const now = step()
  if (now === 'approve') {
    const { accessToken, refreshToken } = families.issue(kind)
    return {
      status: 200,
      body: {
        access_token: accessToken,
        refresh_token: refreshToken,
        token_type: 'bearer',
        expires_in: options.tokenLifetime ?? 3600,
      },
    }
  }
  return { status: now === 'busy' ? 503 : 400, body: { error: errors[now] } }
}

const errors = {
  pending: 'authorization_pending',
  'slow-down': 'slow_down',
  denied: 'access_denied',
  expired: 'expired_token',
  busy: 'temporarily_unavailable',
} as const

/** Answers like GitHub, which responds with status 200 to everything and has no refresh tokens. */
function githubStep(state: AuthorizationState): AuthorizationAnswer {
  const { status, body } = deviceStep('github', state)
  const token = body.access_token
  if (typeof token === 'string') state.githubTokens.add(token)
  if (status === 503) return { status, body }
  const { refresh_token: _, expires_in: __, ...shown } = body
  // The server names the new interval; it does not add five seconds.
  const isTooFast = body.error === 'slow_down'
  return { status: 200, body: { ...shown, ...(isTooFast && { interval: (state.options.interval ?? 0.01) * 2 }) } }
}

function giveCopilotToken({ headers }: AuthorizationRequest, state: AuthorizationState): AuthorizationAnswer {
  const token = headers.authorization?.replace(/^token /, '') ?? ''
  if (headers['editor-version'] === undefined) return { status: 400, body: { message: 'missing Editor-Version' } }
  if (!state.githubTokens.has(token)) return { status: 401, body: { message: 'Bad credentials' } }
  const { options, now } = state
  const seconds = options.tokenLifetime ?? 1800
  const expiresAt = Math.floor(now() / 1000) + seconds
  return {
    status: 200,
    body: {
      token: `tid=${randomUUID()};exp=${expiresAt};proxy-ep=proxy.individual.githubcopilot.com`,
      expires_at: expiresAt,
      refresh_in: seconds,
      ...(options.copilotUrl && { endpoints: { api: options.copilotUrl } }),
    },
  }
}

/** Answers like OpenAI, which responds with 403 until the user has confirmed. */
function codexStep(_: AuthorizationRequest, { step, codes }: AuthorizationState): AuthorizationAnswer {
  const now = step()
  if (now === 'busy') return { status: 503, body: {} }
  if (now === 'denied')
    return { status: 400, body: { error: { code: 'access_denied', message: 'Denied by the user' } } }
  if (now !== 'approve') return { status: 403, body: { error: { code: 'deviceauth_authorization_unknown' } } }
  const code = randomUUID()
  codes.set(code, 'verifier-1')
  return {
    status: 200,
    body: { authorization_code: code, code_verifier: 'verifier-1', code_challenge: 'challenge-1' },
  }
}

function exchangeCode({ body }: AuthorizationRequest, state: AuthorizationState): AuthorizationAnswer {
  const code = String(body.code)
  const isGood = state.codes.get(code) === body.code_verifier
  state.codes.delete(code)
  if (!isGood) return { status: 400, body: { error: 'invalid_grant', error_description: 'The code is not known.' } }
  const { accessToken, refreshToken } = state.families.issue('jwt')
  return { status: 200, body: { access_token: accessToken, refresh_token: refreshToken, id_token: accessToken } }
}

function rotate(refreshToken: string, { families, options }: AuthorizationState): AuthorizationAnswer {
  const tokens = families.rotate(refreshToken)
  if (!tokens) {
    return { status: 400, body: { error: 'invalid_grant', error_description: 'Refresh token not found or invalid' } }
  }
  return {
    status: 200,
    body: {
      access_token: tokens.accessToken,
      refresh_token: tokens.refreshToken,
      token_type: 'Bearer',
      expires_in: options.tokenLifetime ?? 3600,
    },
  }
}
