import type { Agent } from 'node:http'
import { describeError, HermesError } from '@hermes/core'
import { judgeAddress } from '../address/judge-address.js'
import { judgeUrl } from '../address/judge-url.js'
import type { WebPolicy } from '../address/web-policy.js'
import { webError } from '../web-error.js'
import { defaultFetchLimits, type FetchLimits } from './fetch-limits.js'
import { acceptedEncodings, brokenBody, readBody } from './read-body.js'
import { type ResolveHost, resolveHost } from './resolve-host.js'
import { type RawResponse, type SendRequest, sendRequest } from './send-request.js'

export interface SafeFetchOptions {
  /** Resolves names; all answers are judged. Default: the system's resolver. */
  readonly resolve?: ResolveHost
  /** Sends a request. Default: HTTP over a new connection to the address. */
  readonly send?: SendRequest
  /**
   * Returns an agent that tunnels through a proxy to the server of a URL. The proxy receives the judged address, never
   * the name. Default: a direct connection.
   */
  readonly tunnelTo?: (url: URL) => Promise<Agent | undefined>
  readonly limits?: Partial<FetchLimits>
  /** Called with the media type (`text/html`, empty when missing) before the body is read. Default: accepts all types. */
  readonly accepts?: (mediaType: string) => boolean
  readonly headers?: Readonly<Record<string, string>>
  /** Permissions and restrictions. Default: all public addresses are allowed. */
  readonly policy?: WebPolicy
  readonly signal?: AbortSignal
}

export interface Fetched {
  /** URL after redirects. */
  readonly url: URL
  readonly status: number
  /** The `content-type` header without parameters, in lower case. Empty when missing. */
  readonly mediaType: string
  /** The `charset` in the `content-type` header. */
  readonly charset: string | undefined
  readonly bytes: Uint8Array
  /** Whether the body was longer than the limit, so that `bytes` is only its start. */
  readonly isCut: boolean
}

/**
 * Fetches a page from the public web only. For each hop the name is resolved once, every answer must be public, and the
 * socket connects to exactly one of these addresses, which prevents DNS rebinding. Cookies, credentials and referrers
 * are never sent.
 *
 * @throws {HermesError} `web/refused` with the reason, `web/unreachable`, `web/timeout`, `web/redirect`,
 * `web/content-type` or `web/unreadable`. Rejects with the signal's reason after an abort. An HTTP error status is not
 * an error.
 */
export async function safeFetch(url: string, options: SafeFetchOptions = {}): Promise<Fetched> {
  const limits = { ...defaultFetchLimits, ...options.limits }
  const late = AbortSignal.timeout(limits.totalMs)
  const signal = options.signal ? AbortSignal.any([options.signal, late]) : late
  try {
    return await followed(url, { options, limits, signal })
  } catch (error) {
    options.signal?.throwIfAborted()
    if (late.aborted) throw webError('timeout', `${shown(url)} took longer than ${limits.totalMs / 1000} seconds.`)
    throw HermesError.is(error) ? error : webError('unreachable', `${shown(url)}: ${describeError(error)}`, error)
  }
}

interface Call {
  readonly options: SafeFetchOptions
  readonly limits: FetchLimits
  readonly signal: AbortSignal
}

async function followed(start: string, call: Call): Promise<Fetched> {
  let hop = await open(start, undefined, call)
  for (let hops = 0; ; hops++) {
    const location = redirectOf(hop.response)
    if (location === undefined) return await read(hop, call)
    hop.response.body.destroy()
    if (hops === call.limits.redirects) {
      throw webError('redirect', `${shown(start)} redirects more than ${call.limits.redirects} times.`)
    }
    hop = await open(location, hop.url, call)
  }
}

interface Hop {
  readonly url: URL
  readonly response: RawResponse
}

/** Performs all checks and makes one request. */
async function open(text: string, base: URL | undefined, { options, limits, signal }: Call): Promise<Hop> {
  const verdict = judgeUrl(text, base, options.policy)
  if (!verdict.allowed) throw refusal(text, verdict.reason, base)
  const { url, host } = verdict
  const addresses = verdict.isAddress ? [host] : await resolved(host, options.resolve ?? resolveHost, signal)
  for (const address of addresses) {
    const judged = judgeAddress(address, options.policy)
    if (!judged.allowed) throw refusal(text, `a name that leads to ${address}, ${judged.reason}`, base)
  }
  const headers = { ...requestHeaders, ...options.headers }
  const send = options.send ?? sendRequest
  const tunnel = await options.tunnelTo?.(url)
  const response = await firstAnswer(addresses, (address) =>
    send({ url, address, tunnel, headers, connectMs: limits.connectMs, signal }),
  )
  return { url, response }
}

async function resolved(host: string, resolve: ResolveHost, signal: AbortSignal): Promise<readonly string[]> {
  const addresses = await unlessAborted(resolve(host), signal).catch((error: unknown) => {
    signal.throwIfAborted()
    throw webError('unreachable', `The name ${host} has no address: check its spelling.`, error)
  })
  if (addresses.length > 0) return addresses
  throw webError('unreachable', `The name ${host} has no address: check its spelling.`)
}

/** Stops waiting after an abort. System lookups continue, because they cannot be canceled. */
async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  return await Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort))
}

const mostAddresses = 4

async function firstAnswer(
  addresses: readonly string[],
  send: (address: string) => Promise<RawResponse>,
): Promise<RawResponse> {
  let failure: unknown
  for (const address of addresses.slice(0, mostAddresses)) {
    try {
      return await send(address)
    } catch (error) {
      failure ??= error
    }
  }
  throw failure
}

function redirectOf({ status, headers }: RawResponse): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? headers.location : undefined
}

async function read({ url, response }: Hop, { options, limits, signal }: Call): Promise<Fetched> {
  const { mediaType, charset } = contentType(response.headers['content-type'])
  if (options.accepts?.(mediaType) === false) {
    response.body.destroy()
    throw webError('content-type', `${shown(url.href)} is ${mediaType}, which cannot be read as text.`)
  }
  const body = await readBody(response.body, response.headers['content-encoding'], limits.bodyBytes).catch((error) => {
    signal.throwIfAborted()
    throw HermesError.is(error) ? error : brokenBody(error)
  })
  return { url, status: response.status, mediaType, charset, ...body }
}

function contentType(header = ''): { readonly mediaType: string; readonly charset: string | undefined } {
  const [mediaType = '', ...parameters] = header.slice(0, 500).split(';')
  const charset = parameters.map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(parameter)?.[1]).find(Boolean)
  return { mediaType: mediaType.trim().toLowerCase(), charset }
}

function refusal(text: string, reason: string, base: URL | undefined): HermesError {
  const from = base ? `${base.host} redirects to ` : ''
  return webError(
    'refused',
    `${from}${shown(text)} is ${reason}: web tools reach public http and https addresses only.`,
  )
}

/** Shortens a URL for messages and removes its credentials. */
function shown(url: string): string {
  const plain = url.replace(/\/\/[^/@\s]*@/, '//').replace(/\p{Cc}/gu, '')
  return plain.length > 200 ? `${plain.slice(0, 200)}...` : plain
}

const requestHeaders: Readonly<Record<string, string>> = {
  'user-agent': 'Mozilla/5.0 (compatible; hermes)',
  accept: 'text/html,application/xhtml+xml,application/json;q=0.9,text/*;q=0.9,application/pdf;q=0.8,*/*;q=0.5',
  'accept-language': 'en;q=0.9,*;q=0.5',
  'accept-encoding': acceptedEncodings,
}
