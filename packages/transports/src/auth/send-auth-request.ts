import { isRecord } from '@hermes/safety'
import { isLoopbackUrl } from '../resolve/origin.js'
import { proxyProblem } from '../shared/http/proxy-problem.js'
import { recordAt, textAt, tryParseJson, type WireRecord } from '../shared/json.js'
import type { AuthServices } from './auth-services.js'
import { LoginError } from './login-error.js'

export interface AuthRequest {
  /** Name of the server in error messages. */
  readonly provider: string
  readonly url: string
  /** Body to send as a form. */
  readonly form?: Readonly<Record<string, string>>
  /** Body to send as JSON. */
  readonly json?: object
  /** Headers of the request, which is a GET without `form` and `json`. */
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

export interface AuthResponse {
  readonly status: number
  /** The parsed body; `{}` if it is not a JSON object. */
  readonly body: WireRecord
}

/** Timeout of one response, in milliseconds. */
const timeoutMs = 20_000

/**
 * Sends one request to an authorization server. Does not follow redirects, and allows unencrypted HTTP on loopback
 * only.
 *
 * @throws {LoginError} `unavailable` when there is no response or a transient failure (429, 5xx).
 */
export async function sendAuthRequest(
  request: AuthRequest,
  { fetch }: Pick<AuthServices, 'fetch'>,
): Promise<AuthResponse> {
  const { provider, url, signal } = request
  assertSafe(url)
  const response = await send(request, fetch).catch((cause: unknown) => {
    signal.throwIfAborted()
    const advice = proxyProblem(cause) ?? 'check the network.'
    throw new LoginError('unavailable', `${provider} could not be reached for the login: ${advice}`, { cause })
  })
  if (response.status === 429 || response.status >= 500) {
    const advice = 'try again in a while'
    throw new LoginError('unavailable', `${provider} cannot answer now (HTTP ${response.status}): ${advice}.`)
  }
  return response
}

async function send(request: AuthRequest, fetch: typeof globalThis.fetch): Promise<AuthResponse> {
  const { url, form, json, headers, signal } = request
  const body = form ? new URLSearchParams(form).toString() : json && JSON.stringify(json)
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      'user-agent': 'hermes',
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(json && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  const parsed = tryParseJson(await response.text())
  return { status: response.status, body: isRecord(parsed) ? parsed : {} }
}

function assertSafe(url: string): void {
  const parsed = URL.parse(url)
  if (parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isLoopbackUrl(url))) return
  throw new LoginError('protocol', `A login requires an https URL: "${url}" is not one.`)
}

/** Returns the reason for a rejection, from `error` as a string (OAuth) or an object (OpenAI). `code` is empty if the server sends none. */
export function refusalOf({ body }: AuthResponse): { readonly code: string; readonly text: string } {
  const inner = recordAt(body, 'error')
  const code = textAt(body, 'error') || textAt(inner, 'code') || textAt(inner, 'type')
  return { code, text: textAt(body, 'error_description') || textAt(inner, 'message') || code }
}

/** Creates the error for a response that has no more specific error. */
export function unexpected(provider: string, response: AuthResponse): LoginError {
  const { text } = refusalOf(response)
  const reason = text === '' ? '' : `: ${text.slice(0, 200).replace(/\.$/, '')}`
  return new LoginError('protocol', `${provider} refused the login (HTTP ${response.status}${reason}). Try again.`)
}
