import type { ConnectionOptions } from './connections.js'
import type { HttpResponse } from './http-client.js'
import { createNodeSend } from './node-client.js'
import type { ProxyFor } from './proxy-for.js'

export interface ProxiedFetchOptions extends ConnectionOptions {
  readonly proxyFor: ProxyFor
}

/** One request in a chain of redirects. */
interface Hop {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer> | undefined
  readonly signal: AbortSignal
}

/** Maximum number of redirects, as in `fetch`. */
const mostRedirects = 20

const neverAborted = new AbortController().signal

/** Creates a `fetch` that sends each request, and each redirect, through the proxy that `proxyFor` returns for it. */
export function createProxiedFetch({ proxyFor, tls }: ProxiedFetchOptions): typeof globalThis.fetch {
  const send = createNodeSend({ proxyFor, ...(tls && { tls }) })

  function ask(hop: Hop): Promise<Response> {
    if (proxyFor(hop.url)) return askThrough(hop)
    const { url, body, ...rest } = hop
    return globalThis.fetch(url, { ...rest, redirect: 'manual', ...(body && { body }) })
  }

  async function askThrough({ url, method, headers, body, signal }: Hop): Promise<Response> {
    try {
      const response = await send({
        url: url.href,
        method,
        headers: {
          accept: '*/*',
          'accept-encoding': 'gzip, deflate, br',
          'user-agent': 'node',
          ...Object.fromEntries(headers),
        },
        body: body ?? '',
        signal,
        isRepeatable: isSafe(method),
      })
      return toResponse(response, url, method)
    } catch (cause) {
      signal.throwIfAborted()
      throw new TypeError('fetch failed', { cause })
    }
  }

  return async (input, init) => {
    // `Request` normalizes the many forms of the arguments. Its own signal would only follow the given one.
    const request = new Request(input, { ...init, signal: null })
    const signal = init?.signal ?? (input instanceof Request ? input.signal : neverAborted)
    signal.throwIfAborted()
    const { method, headers } = request
    const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined
    let hop: Hop = { url: new URL(request.url), method, headers, body, signal }
    for (let followed = 0; ; followed++) {
      const response = await ask(hop)
      const location = redirectOf(response)
      if (location === undefined || request.redirect === 'manual') return response
      await response.body?.cancel()
      if (request.redirect === 'error') throw failed('The server redirects, which this request does not allow.')
      if (followed === mostRedirects) throw failed(`The server redirects more than ${mostRedirects} times.`)
      hop = nextHop(hop, response.status, location)
    }
  }
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

function failed(reason: string): TypeError {
  return new TypeError('fetch failed', { cause: new Error(reason) })
}

function redirectOf({ status, headers }: Response): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? (headers.get('location') ?? undefined) : undefined
}

/** Returns the request for a redirect, by the rules of `fetch`: some methods become GET, and credentials stay with their origin. */
function nextHop(hop: Hop, status: number, location: string): Hop {
  const url = URL.parse(location, hop.url.href)
  if (!url || !/^https?:$/.test(url.protocol))
    throw failed('The server redirects to an address that is none of the web.')
  const headers = new Headers(hop.headers)
  if (url.origin !== hop.url.origin) for (const name of ['authorization', 'cookie', 'host']) headers.delete(name)
  const becomesGet = status === 303 ? !isSafe(hop.method) : status <= 302 && hop.method === 'POST'
  if (!becomesGet) return { ...hop, url, headers }
  for (const name of [...headers.keys()]) if (name.startsWith('content-')) headers.delete(name)
  return { ...hop, url, method: 'GET', headers, body: undefined }
}

function toResponse({ status, headers, body }: HttpResponse, url: URL, method: string): Response {
  const isEmpty = method === 'HEAD' || [204, 205, 304].includes(status)
  if (isEmpty) body.release()
  const content = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = await body.read()
        if (bytes) controller.enqueue(bytes)
        else controller.close()
      },
      cancel: () => body.close(),
    },
    { highWaterMark: 0 },
  )
  const response = new Response(isEmpty ? null : content, { status, headers: [...headers.entries()] })
  // A constructed response has no URL.
  return Object.defineProperty(response, 'url', { value: url.href })
}
