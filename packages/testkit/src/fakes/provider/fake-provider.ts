import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { describeError, TransportError } from '@hermes/core'
import { countIds } from '../deltas.js'
import { fail } from '../reply.js'
import { type Admission, otherReply, refusalOf } from './admission.js'
import { createChatWire } from './chat/chat-wire.js'
import { type Exchange, openExchange, toRecord } from './exchange.js'
import { createRequestLog, type ProviderRequest } from './request-log.js'
import { type ChooseReply, type ProviderScript, toChooser } from './script.js'
import { sendReply } from './send-reply.js'
import type { Wire } from './wire.js'

export interface FakeProviderOptions extends Admission {
  readonly script: ProviderScript
  /** The port. Default: 0, any free port. */
  readonly port?: number
  /** The host. Default: `127.0.0.1`. */
  readonly host?: string
  /** The API. Default: chat completions. */
  readonly wire?: Wire
}

/** A model provider on a local port that answers from a script. */
export interface FakeProvider extends AsyncDisposable {
  /** The base URL: `http://127.0.0.1:PORT/v1`. */
  readonly baseUrl: string
  /** All model calls, including rejected ones, oldest first. */
  readonly requests: readonly ProviderRequest[]
  /** Resolves with the model call of this number (starting at 1) when it arrives. */
  request(number: number): Promise<ProviderRequest>
  /** Sets the script from the next request on. A list starts at its first reply. */
  setScript(script: ProviderScript): void
  /** Closes the port and every open connection. */
  close(): Promise<void>
}

/**
 * Starts a provider with the chat completions API (or another wire) over real HTTP: `POST /v1/chat/completions`,
 * streamed and whole, and `GET /v1/models`.
 *
 * @example
 * ```ts
 * await using provider = await startFakeProvider({ script: [call('read_file', { path: 'a.txt' }), text('Done.')] })
 * const client = new OpenAI({ baseURL: provider.baseUrl, apiKey: 'any' })
 * ```
 */
export async function startFakeProvider(options: FakeProviderOptions): Promise<FakeProvider> {
  const { port = 0, host = '127.0.0.1', wire = createChatWire() } = options
  const log = createRequestLog()
  const nextId = countIds()
  let script = beginScript(options.script)

  const server = createServer(async (request, response) => {
    const exchange = await openExchange(request, response, { wire, nextId })
    if (exchange === undefined) return
    const isCall = request.method === 'POST' && wire.isCall(exchange.path)
    if (isCall) log.add(toRecord(request, exchange))
    await answer(exchange, () => {
      const refusal = refusalOf(request, exchange, options)
      if (refusal) return refusal
      return isCall ? script(exchange.body) : otherReply(request, exchange, options)
    })
  })
  await listen(server, port, host)

  const close = () => closeServer(server)
  return {
    baseUrl: originOf(server) + wire.basePath,
    requests: log.requests,
    request: log.wait,
    setScript(next) {
      script = beginScript(next)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Starts a script and counts its requests. */
function beginScript(script: ProviderScript): (body: Exchange['body']) => ReturnType<ChooseReply> {
  const choose = toChooser(script, (problem) => fail(new TransportError('invalid-request', problem)))
  let number = 0
  return (body) => choose(body, ++number)
}

/** Sends the chosen reply. A script that throws becomes a server error. */
async function answer(exchange: Exchange, choose: () => ReturnType<ChooseReply>): Promise<void> {
  const { response } = exchange
  try {
    await sendReply(await choose(), exchange)
  } catch (error) {
    if (response.headersSent || response.destroyed) response.destroy()
    else response.writeHead(500, { 'content-type': 'application/json' }).end(serverError(error))
  }
}

function serverError(error: unknown): string {
  return JSON.stringify({ error: { message: `The script failed: ${describeError(error)}`, type: 'server_error' } })
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}

function originOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The fake provider does not listen on a port.')
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
