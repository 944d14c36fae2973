import { isRecord } from '@hermes/safety'
import { isLoopbackUrl } from '../resolve/origin.js'
import { recordAt, textAt, tryParseJson, type WireRecord } from '../shared/json.js'
import type { AuthServices } from './auth-services.js'
import { LoginError } from './login-error.js'

export interface AuthQuestion {
  /** How errors name the server. */
  readonly provider: string
  readonly url: string
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly json?: object
  /** With neither a form nor JSON the question is a GET. */
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

export interface AuthAnswer {
  readonly status: number
  /** `{}` when the body was no JSON object. */
  readonly body: WireRecord
}

/** The longest wait for one response. */
const timeoutMs = 20_000

/**
 * One request to an authorization server. Redirects are not followed, and nothing goes over an open line except to this
 * machine.
 * @throws {LoginError} `unavailable` when there is no answer, or a transient failure (429, 5xx).
 */
export async function askServer(question: AuthQuestion, { fetch }: Pick<AuthServices, 'fetch'>): Promise<AuthAnswer> {
  const { provider, url, signal } = question
  assertSafe(url)
  const answer = await send(question, fetch).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw new LoginError('unavailable', `${provider} could not be reached for the login: check the network.`, { cause })
  })
  if (answer.status === 429 || answer.status >= 500) {
    const advice = 'try again in a while'
    throw new LoginError('unavailable', `${provider} cannot answer now (HTTP ${answer.status}): ${advice}.`)
  }
  return answer
}

async function send(question: AuthQuestion, fetch: typeof globalThis.fetch): Promise<AuthAnswer> {
  const { url, form, json, headers, signal } = question
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
  throw new LoginError('protocol', `A login needs an https address, and "${url}" is none.`)
}

/** Why a server refused: `error` as text (OAuth), or as an object (OpenAI). `code` is empty where it gives no reason. */
export function refusalOf({ body }: AuthAnswer): { readonly code: string; readonly text: string } {
  const inner = recordAt(body, 'error')
  const code = textAt(body, 'error') || textAt(inner, 'code') || textAt(inner, 'type')
  return { code, text: textAt(body, 'error_description') || textAt(inner, 'message') || code }
}

/** The error for an answer that nothing else explains. */
export function unexpected(provider: string, answer: AuthAnswer): LoginError {
  const { text } = refusalOf(answer)
  const reason = text === '' ? '' : `: ${text.slice(0, 200).replace(/\.$/, '')}`
  return new LoginError('protocol', `${provider} refused the login (HTTP ${answer.status}${reason}). Try again.`)
}
