import type { FrameChannel } from '../../contracts/frame-channel.js'
import type { RpcHost } from '../../contracts/rpc-host.js'
import { type IncomingRequest, Peer } from '../../peer/peer.js'
import type { EventType, PayloadOf } from '../../schemas/events.js'
import { isMethodName, type MethodName, methodTable, type ParamsOf, type ResultOf } from '../../schemas/methods.js'
import { protocolVersion } from '../../schemas/protocol.js'
import type { ServerRequestName } from '../../schemas/requests.js'
import type { LiveSession } from '../live/live-session.js'
import type { LiveSessions } from '../live/live-sessions.js'
import { Attachment } from './attachment.js'
import { rpcFailure } from './rpc-failure.js'

export interface ClientConnectionOptions {
  readonly channel: FrameChannel
  readonly host: RpcHost
  readonly sessions: LiveSessions
  readonly handlers: Handlers
  /** How long one frame may wait for a client that does not read, in milliseconds. */
  readonly writeLimitMs?: number
}

/** Answers a method. */
export type Handler<Name extends MethodName> = (
  params: ParamsOf<Name>,
  context: MethodContext,
) => Promise<ResultOf<Name>> | ResultOf<Name>

export type Handlers = { readonly [Name in MethodName]: Handler<Name> }

/** What a method gets from its request. */
export interface MethodContext {
  readonly client: ClientConnection
  readonly host: RpcHost
  readonly sessions: LiveSessions
  readonly signal: AbortSignal
  /** Calls back when the answer is on its way. */
  after(callback: () => void): void
}

/** The connection of one client. */
export class ClientConnection {
  readonly #options: ClientConnectionOptions
  readonly #peer: Peer
  readonly #attachments = new Map<string, Attachment>()
  #kinds: ReadonlySet<ServerRequestName> = new Set()
  #deltaMs = 0
  #isInitialized = false

  constructor(options: ClientConnectionOptions) {
    const { channel, host, writeLimitMs } = options
    this.#options = options
    this.#peer = new Peer({
      channel,
      idPrefix: 's',
      handle: (request) => this.#handle(request),
      notified: () => undefined,
      ...(writeLimitMs !== undefined && { writeLimitMs }),
    })
    this.send('gateway.ready', { protocolVersion, version: host.version })
    void this.#peer.closed.then(() => this.#end())
  }

  get closed(): Promise<void> {
    return this.#peer.closed
  }

  /** @param deltaMs How long deltas are collected into one event. */
  initialize(kinds: readonly ServerRequestName[], deltaMs = 0): void {
    this.#isInitialized = true
    this.#deltaMs = deltaMs
    this.accept(kinds)
  }

  /** Sets what the client can be asked from now on. */
  accept(kinds: readonly ServerRequestName[]): void {
    this.#kinds = new Set(kinds)
    for (const attachment of this.#attachments.values()) attachment.accept(this.#kinds)
  }

  /** Returns the session, if the client is attached to it. @throws {RpcError} */
  session(id: string): LiveSession {
    const attachment = this.#attachments.get(id)
    if (!attachment) throw rpcFailure('notAttached', `The connection is not attached to the session "${id}".`)
    return attachment.session
  }

  /** Attaches the client to a session. An earlier attachment to it ends. @returns a function that starts the events. */
  attach(session: LiveSession, after?: number): () => void {
    this.detach(session.id)
    const { logger } = this.#options.host
    const attachment = new Attachment({
      session,
      peer: this.#peer,
      logger,
      deltaMs: this.#deltaMs,
      ...(after !== undefined && { after }),
    })
    this.#attachments.set(session.id, attachment)
    return () => attachment.start(this.#kinds)
  }

  detach(id: string): void {
    this.#attachments.get(id)?.end('The client has detached.')
    this.#attachments.delete(id)
  }

  /** Sends an event of the connection. */
  send<Type extends EventType>(type: Type, payload: PayloadOf<Type>, sessionId?: string): void {
    const event = { type, ...(sessionId !== undefined && { sessionId }), payload }
    // The client is gone.
    this.#peer.notify('event', event).catch(() => undefined)
  }

  close(): void {
    this.#peer.close()
  }

  async #handle({ method, params, signal, after }: IncomingRequest): Promise<object> {
    if (!isMethodName(method)) throw rpcFailure('unknownMethod', `There is no method "${method}".`)
    if (!this.#isInitialized && method !== 'initialize') {
      throw rpcFailure('notInitialized', 'Send `initialize` before other methods.')
    }
    const { host, sessions, handlers } = this.#options
    return call(handlers, method, params, { client: this, host, sessions, signal, after })
  }

  #end(): void {
    for (const attachment of this.#attachments.values()) attachment.end('The connection has ended.')
    this.#attachments.clear()
  }
}

async function call<Name extends MethodName>(handlers: Handlers, name: Name, given: unknown, context: MethodContext) {
  const handler: Handler<Name> = handlers[name]
  const checked = methodTable[name].params.safeParse(given)
  if (!checked.success) {
    const [issue] = checked.error.issues
    const place = issue?.path.join('.') ?? ''
    throw rpcFailure('invalidParams', `The parameters of ${name} are invalid: ${place} ${issue?.message ?? ''}`.trim())
  }
  return handler(checked.data, context)
}
