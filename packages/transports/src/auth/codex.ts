import { textAt, type WireRecord } from '../shared/json.js'
import { codexCliFile } from './codex-cli-file.js'
import type { LoginContext, LoginProvider, LoginResult } from './login-provider.js'
import { type DeviceAnswer, pollDevice } from './poll-device.js'
import { renewTokens, requireRefreshToken } from './renew-tokens.js'
import { type AuthResponse, sendAuthRequest, unexpected } from './send-auth-request.js'
import { toTokenSet } from './token-set.js'

const provider = 'OpenAI'

/** Public client id of Codex. */
const clientId = 'app_EMoamEEZ73f0CkXaXp7hrann'

/** Lifetime of a code, which the server does not report. */
const codeLifetimeMs = 15 * 60_000

/** ChatGPT subscription. A separate login has its own refresh tokens, which the Codex CLI cannot invalidate. */
export const codexLogin: LoginProvider = {
  id: 'openai-codex',
  name: 'OpenAI (ChatGPT subscription)',
  issuer: 'https://auth.openai.com',
  source: 'manual:device_code',
  foreign: codexCliFile,
  login,
  renew: (tokens, context) =>
    renewTokens(
      tokens,
      {
        provider,
        url: `${context.issuer}/oauth/token`,
        form: {
          grant_type: 'refresh_token',
          refresh_token: requireRefreshToken(tokens, provider),
          client_id: clientId,
        },
      },
      context,
    ),
}

/** Runs OpenAI's own device flow: the confirmed code is exchanged like an authorization code after a redirect. */
async function login(context: LoginContext): Promise<LoginResult> {
  const { issuer, signal, services, prompter } = context
  const url = `${issuer}/api/accounts/deviceauth`
  const start = await sendAuthRequest(
    { provider, url: `${url}/usercode`, json: { client_id: clientId }, signal },
    services,
  )
  const id = textAt(start.body, 'device_auth_id')
  const code = textAt(start.body, 'user_code') || textAt(start.body, 'usercode')
  if (start.status !== 200 || !id || !code) throw unexpected(provider, start)
  await prompter.showCode({ page: `${issuer}/codex/device`, code, lifetimeMs: codeLifetimeMs })
  const request = { provider, url: `${url}/token`, json: { device_auth_id: id, user_code: code }, signal }
  const grant = await pollDevice({
    provider,
    intervalMs: intervalOf(start.body),
    lifetimeMs: codeLifetimeMs,
    ask: async () => toDeviceAnswer(await sendAuthRequest(request, services)),
    signal,
    services,
  })
  return { kind: 'tokens', tokens: await exchange(grant, context) }
}

async function exchange(grant: WireRecord, { issuer, signal, services }: LoginContext) {
  const form = {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: textAt(grant, 'authorization_code'),
    code_verifier: textAt(grant, 'code_verifier'),
    redirect_uri: `${issuer}/deviceauth/callback`,
  }
  const response = await sendAuthRequest({ provider, url: `${issuer}/oauth/token`, form, signal }, services)
  if (response.status !== 200) throw unexpected(provider, response)
  return toTokenSet(response.body, provider, services.now())
}

/** Converts a response. The server sends 403 or 404 until the user has confirmed the code. */
function toDeviceAnswer(response: AuthResponse): DeviceAnswer<WireRecord> {
  if (response.status === 200 && textAt(response.body, 'authorization_code'))
    return { state: 'done', result: response.body }
  if (response.status === 403 || response.status === 404) return { state: 'pending' }
  throw unexpected(provider, response)
}

/** Converts `interval`, a string of seconds, to milliseconds. Default: 5 seconds. */
function intervalOf(body: WireRecord): number {
  const seconds = Number(body.interval)
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 5000
}
