import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import type { Socket } from 'node:net'
import { urlToHttpOptions } from 'node:url'
import { type ConnectionOptions, createRouter, type Route } from './connections.js'
import { decompressed } from './decompressed.js'
import { codeOf } from './error-code.js'
import type { HttpRequest, HttpResponse, RequestBody, Send } from './http-client.js'
import { type AbortableBody, createNodeBody } from './node-body.js'
import { watchProxy } from './proxy-error.js'

/** Time limit for establishing a connection, in milliseconds. */
const connectLimitMs = 15_000

/** Creates a function that sends requests with `node:http`, which avoids web streams and the startup cost of a second HTTP stack. */
export function createNodeSend(options: ConnectionOptions = {}): Send {
  const routeTo = createRouter(options)
  let newest: Target | undefined
  return async (request) => {
    // A transport usually sends all requests to one URL.
    if (newest?.text !== request.url) newest = await toTarget(request.url, routeTo)
    const target = newest
    request.signal.throwIfAborted()
    const first = attempt(request, target)
    try {
      return await first.response
    } catch (error) {
      if (!first.isStale() || request.isRepeatable === false) throw error
    }
    // The other idle connections are just as old, so the server or a proxy may have dropped them all.
    for (const idle of Object.values(target.route.agent.freeSockets)) for (const socket of idle ?? []) socket.destroy()
    return attempt(request, target).response
  }
}

interface Target {
  readonly text: string
  readonly url: URL
  readonly route: Route
  readonly options: RequestOptions
}

async function toTarget(text: string, routeTo: (url: URL) => Promise<Route>): Promise<Target> {
  const url = new URL(text)
  const route = await routeTo(url)
  return { text, url, route, options: { ...urlToHttpOptions(url), agent: route.agent } }
}

interface Attempt {
  readonly response: Promise<HttpResponse>
  /**
   * Whether the attempt failed on a reused connection that the server had closed in the meantime. No byte of a response
   * has arrived then, and a retry on a new connection may succeed.
   */
  isStale(): boolean
}

function attempt(
  { method = 'POST', body, headers, signal, onSent }: HttpRequest,
  { url, route, options }: Target,
): Attempt {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>()
  const pieces = toPieces(body)
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const isBodiless = length === 0 && /^(?:GET|HEAD)$/.test(method)
  const sized = isBodiless ? headers : { ...headers, 'content-length': length }
  const outgoing = route.request({ ...options, method, headers: sized })
  const watch = route.proxy && watchProxy(outgoing, route.proxy, url)
  let answer: AbortableBody | undefined
  let isStale = false

  const hangUp = () => void outgoing.destroy()
  const abort = () => {
    if (answer) return answer.abort(signal.reason)
    reject(signal.reason)
    hangUp()
  }
  const forget = () => signal.removeEventListener('abort', abort)
  signal.addEventListener('abort', abort, { once: true })
  if (!outgoing.reusedSocket) limitConnecting(outgoing)

  outgoing.on('error', (error) => {
    isStale = outgoing.reusedSocket && !answer && !signal.aborted && /^(ECONNRESET|EPIPE)$/.test(codeOf(error))
    if (!answer) forget()
    reject(watch ? watch.explain(error) : error)
  })
  outgoing.on('response', (incoming) => {
    answer = createNodeBody(decompressed(incoming), hangUp, forget)
    try {
      watch?.assertFromServer(incoming)
      resolve({ status: incoming.statusCode ?? 0, headers: headersOf(incoming), body: answer })
    } catch (error) {
      answer.close()
      reject(error)
    }
  })
  if (onSent) outgoing.once('finish', onSent)
  send(outgoing, pieces)
  return {
    response: promise,
    isStale: () => isStale,
  }
}

function toPieces(body: RequestBody): readonly Uint8Array[] {
  if (typeof body === 'string') return [Buffer.from(body)]
  return body instanceof Uint8Array ? [body] : body
}

/** Sends all chunks together with the headers. */
function send(outgoing: ClientRequest, pieces: readonly Uint8Array[]): void {
  outgoing.cork()
  for (const piece of pieces) outgoing.write(piece)
  outgoing.end()
}

/** Limits the time to connect, because an unreachable host must fail sooner than a model that takes long to answer. */
function limitConnecting(outgoing: ClientRequest): void {
  const giveUp = () => outgoing.destroy(Object.assign(new Error('Connecting timed out.'), { code: 'ETIMEDOUT' }))
  const timer = setTimeout(giveUp, connectLimitMs)
  const stop = () => clearTimeout(timer)
  outgoing.once('close', stop)
  outgoing.once('socket', (socket: Socket & { readonly secureConnecting?: boolean }) => {
    if (socket.secureConnecting) socket.once('secureConnect', stop)
    else if (socket.connecting) socket.once('connect', stop)
    else stop()
  })
}

function headersOf({ headers, headersDistinct }: IncomingMessage): HttpResponse['headers'] {
  return {
    get(name) {
      const value = headers[name]
      return typeof value === 'string' ? value : (value?.join(', ') ?? null)
    },
    *entries() {
      for (const [name, values] of Object.entries(headersDistinct))
        for (const value of values ?? []) yield [name, value]
    },
  }
}
