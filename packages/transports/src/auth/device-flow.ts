import { textAt, type WireRecord } from '../shared/json.js'
import type { LoginContext } from './login-provider.js'
import { type DeviceAnswer, deniedLogin, expiredCode, pollDevice } from './poll-device.js'
import { type AuthResponse, refusalOf, sendAuthRequest, unexpected } from './send-auth-request.js'

/** Endpoints of a server with the device flow of RFC 8628, or a close variant. */
export interface DeviceEndpoints {
  readonly provider: string
  readonly clientId: string
  readonly scope: string
  readonly codeUrl: string
  readonly tokenUrl: string
}

/** Shows the user a code and waits until it is confirmed. @returns the response body with the tokens. @throws {LoginError} */
export async function deviceFlow(endpoints: DeviceEndpoints, context: LoginContext): Promise<WireRecord> {
  const { provider, clientId, scope, codeUrl, tokenUrl } = endpoints
  const { signal, services, prompter } = context
  const start = await sendAuthRequest(
    { provider, url: codeUrl, form: { client_id: clientId, scope }, signal },
    services,
  )
  const deviceCode = textAt(start.body, 'device_code')
  const userCode = textAt(start.body, 'user_code')
  const page = textAt(start.body, 'verification_uri')
  if (start.status !== 200 || !deviceCode || !userCode || !page) throw unexpected(provider, start)
  const lifetimeMs = secondsAt(start.body, 'expires_in', 900) * 1000
  await prompter.showCode({
    page: textAt(start.body, 'verification_uri_complete') || page,
    code: userCode,
    lifetimeMs,
  })
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: clientId,
    device_code: deviceCode,
  }
  return pollDevice({
    provider,
    intervalMs: secondsAt(start.body, 'interval', 5) * 1000,
    lifetimeMs,
    ask: async () =>
      toDeviceAnswer(provider, await sendAuthRequest({ provider, url: tokenUrl, form, signal }, services)),
    signal,
    services,
  })
}

/** Converts a response by its body only: GitHub reports pending logins with status 200, other servers with 400. */
function toDeviceAnswer(provider: string, response: AuthResponse): DeviceAnswer<WireRecord> {
  if (textAt(response.body, 'access_token')) return { state: 'done', result: response.body }
  switch (refusalOf(response).code) {
    case 'authorization_pending':
      return { state: 'pending' }
    case 'slow_down': {
      const seconds = secondsAt(response.body, 'interval', 0)
      return { state: 'slow-down', ...(seconds > 0 && { intervalMs: seconds * 1000 }) }
    }
    case 'access_denied':
      throw deniedLogin(provider)
    case 'expired_token':
      throw expiredCode(provider)
    default:
      throw unexpected(provider, response)
  }
}

function secondsAt(body: WireRecord, key: string, otherwise: number): number {
  const value = body[key]
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : otherwise
}
