import type { FrameChannel } from '../contracts/frame-channel.js'
import { type RpcData, RpcError } from '../contracts/rpc-error.js'
import { type IncomingRequest, Peer } from '../peer/peer.js'
import { type RpcEvent, rpcEvent } from '../schemas/events.js'
import { type MethodName, methodTable, type ParamsOf, type ResultOf } from '../schemas/methods.js'
import { errorCodes, protocolVersion } from '../schemas/protocol.js'
import { type RequestParams, type RequestResult, type ServerRequestName, serverRequests } from '../schemas/requests.js'

export interface ConnectOptions {
  /** The name of the client, for the logs of the server. */
  readonly name: string
  readonly version?: string
  /** How long deltas are collected into one event, in milliseconds. Default: 0, where each is an event. */
  readonly deltaMs?: number
  /** Called for each event, in order. Events of unknown types are skipped. */
  readonly onEvent?: (event: RpcEvent) => void
  /** Answers requests of the server. The signal is aborted when the answer is no longer needed. */
  readonly answer?: { readonly [Name in ServerRequestName]?: AnswerRequest<Name> }
}

export type AnswerRequest<Name extends ServerRequestName> = (
  params: RequestParams<Name>,
  options: { readonly signal: AbortSignal },
) => Promise<RequestResult<Name>>

/** A connection to a server of Hermes RPC. */
export interface RpcClient extends Disposable {
  /** What the server said about itself. */
  readonly server: ResultOf<'initialize'>
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>
  /**
   * Calls a method.
   * @throws {RpcError} `refused` with the error of the server, or `closed`.
   */
  call<Name extends MethodName>(
    method: Name,
    params: ParamsOf<Name>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<ResultOf<Name>>
}

/**
 * Connects to a server.
 *
 * @throws {RpcError} when the server refuses the client or is gone.
 *
 * @example
 * ```ts
 * using client = await connect(channel, { name: 'my-app', onEvent: show })
 * const { sessionId } = await client.call('session.create', {})
 * await client.call('prompt.submit', { sessionId, content: 'Why does the build fail?' })
 * ```
 */
export async function connect(channel: FrameChannel, options: ConnectOptions): Promise<RpcClient> {
  const { name, version, deltaMs, onEvent, answer = {} } = options
  const peer: Peer = new Peer({
    channel,
    idPrefix: 'c',
    handle: (request) => answerServer(request, answer),
    notified(method, params) {
      const event = method === 'event' ? toEvent(params) : undefined
      if (event?.type === 'request.cancel') peer.withdraw(event.payload.id, event.payload.reason)
      if (event) onEvent?.(event)
    },
  })
  const call: RpcClient['call'] = async (method, params, callOptions) => {
    const result = await peer.request(method, params, callOptions)
    return checked(method, result)
  }
  try {
    const server = await call('initialize', {
      protocolVersion,
      client: { name, ...(version !== undefined && { version }) },
      capabilities: {
        requests: requestNames.filter((request) => answer[request]),
        ...(deltaMs !== undefined && { deltaMs }),
      },
    })
    return { server, closed: peer.closed, call, [Symbol.dispose]: () => peer.close() }
  } catch (error) {
    peer.close()
    throw error
  }
}

const requestNames: readonly ServerRequestName[] = ['approval', 'clarify']

function checked<Name extends MethodName>(method: Name, result: unknown): ResultOf<Name> {
  const { success, data, error } = methodTable[method].result.safeParse(result)
  if (!success) throw new RpcError('invalid', `The server answered ${method} with an unknown result.`, { cause: error })
  return data
}

/** Returns `undefined` for a type that this client does not know. */
function toEvent(params: RpcData): RpcEvent | undefined {
  return rpcEvent.safeParse(params).data
}

async function answerServer(request: IncomingRequest, answer: NonNullable<ConnectOptions['answer']>): Promise<object> {
  const { method, params, signal } = request
  if (method === 'approval' && answer.approval) {
    return answer.approval(serverRequests.approval.params.parse(params), { signal })
  }
  if (method === 'clarify' && answer.clarify) {
    return answer.clarify(serverRequests.clarify.params.parse(params), { signal })
  }
  throw new RpcError('refused', `This client does not answer ${method}.`, { rpcCode: errorCodes.unknownMethod })
}
