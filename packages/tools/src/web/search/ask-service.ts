import { Readable } from 'node:stream'
import { describeError, HermesError } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { readBody } from '../fetch/read-body.js'
import { webError } from '../web-error.js'

const longestAnswer = 5_000_000
const timeoutMs = 20_000

export interface ServiceRequest {
  /** Display name of the service. */
  readonly service: string
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  /** JSON body of a POST request. Default: a GET request without a body. */
  readonly json?: unknown
  readonly signal: AbortSignal
  readonly fetch?: typeof fetch
}

/**
 * Returns the response text of a service. Does not follow redirects, because the key is for this host only.
 *
 * @throws {HermesError} `web/search` when the service cannot be reached, is too slow or responds with an error.
 */
export async function askService(request: ServiceRequest): Promise<string> {
  const { service, signal } = request
  const late = AbortSignal.timeout(timeoutMs)
  try {
    return await answerOf(request, AbortSignal.any([signal, late]))
  } catch (error) {
    signal.throwIfAborted()
    if (HermesError.is(error)) throw error
    if (late.aborted) throw webError('search', `${service} did not answer within ${timeoutMs / 1000} seconds.`)
    throw webError('search', `${service} cannot be reached: ${describeError(error)}`, error)
  }
}

/** Like {@link askService}, with the response parsed as JSON. */
export async function askJson(request: ServiceRequest): Promise<unknown> {
  const text = await askService(request)
  try {
    return parseJson(text)
  } catch (error) {
    throw webError('search', `${request.service} returned invalid JSON.`, error)
  }
}

async function answerOf(
  { service, url, headers, json, fetch: send = fetch }: ServiceRequest,
  signal: AbortSignal,
): Promise<string> {
  const response = await send(url, {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      'user-agent': 'Mozilla/5.0 (compatible; hermes)',
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    redirect: 'manual',
    signal,
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw webError('search', `${service} ${problemOf(response.status)}`)
  }
  if (!response.body) return ''
  const { bytes } = await readBody(Readable.from(response.body), undefined, longestAnswer)
  return new TextDecoder().decode(bytes)
}

function problemOf(status: number): string {
  if (status === 401 || status === 403) return `rejects its key (HTTP ${status}): check the key.`
  if (status === 402) return 'requires payment (HTTP 402): check the account.'
  if (status === 429) return 'gets too many requests (HTTP 429): try again later.'
  return `answered with HTTP ${status}.`
}
