import { describeError, HermesError } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import type { FrameChannel } from '../contracts/frame-channel.js'
import { type RpcData, RpcError } from '../contracts/rpc-error.js'
import { errorCodes } from '../schemas/protocol.js'
import { type Frame, frameSchema, type RequestId } from './frame.js'
import { Outbox } from './outbox.js'

export interface IncomingRequest {
  readonly id: RequestId
  readonly method: string
  readonly params: RpcData
  /** Aborted when the connection has ended, or when the other side has withdrawn the request. */
  readonly signal: AbortSignal
  /** Calls back when the answer is on its way, so that whatever is sent then follows it. */
  after(callback: () => void): void
}

export interface PeerOptions {
  readonly channel: FrameChannel
  /** Answers a request. A thrown {@link RpcError} becomes its error. */
  handle(request: IncomingRequest): Promise<object>
  notified(method: string, params: RpcData): void
  /** The prefix of request ids. */
  readonly idPrefix: string
  readonly maxWaitingChars?: number
  readonly writeLimitMs?: number
}

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** One end of a JSON-RPC connection. Both ends may send requests. */
export class Peer {
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>
  readonly #options: PeerOptions
  readonly #outbox: Outbox
  readonly #waiting = new Map<RequestId, Waiting>()
  readonly #incoming = new Map<RequestId, AbortController>()
  readonly #ended = Promise.withResolvers<void>()
  #lastId = 0
  #isClosed = false

  constructor(options: PeerOptions) {
    const { channel, maxWaitingChars = 8 * 1024 * 1024, writeLimitMs = 30_000 } = options
    this.#options = options
    this.closed = this.#ended.promise
    const onFail = () => {
      channel.abort()
      this.close()
    }
    this.#outbox = new Outbox({ channel, maxWaitingChars, writeLimitMs, onFail })
    void this.#read()
  }

  /**
   * Sends a request and waits for its answer.
   * @throws {RpcError} `refused` with the error of the other side, or `closed`.
   */
  async request(method: string, params: object, { signal }: { readonly signal?: AbortSignal } = {}): Promise<unknown> {
    const { id, answer } = this.open(method, params)
    if (!signal) return answer
    const forget = () => this.#settle(id)?.reject(signal.reason)
    signal.addEventListener('abort', forget, { once: true })
    if (signal.aborted) forget()
    return answer.finally(() => signal.removeEventListener('abort', forget))
  }

  /** Sends a request. @returns its id, with which it can be withdrawn, and the answer. */
  open(method: string, params: object): { readonly id: string; readonly answer: Promise<unknown> } {
    const id = `${this.#options.idPrefix}${++this.#lastId}`
    const answer = new Promise<unknown>((resolve, reject) => {
      if (this.#isClosed) return reject(closedError())
      this.#waiting.set(id, { resolve, reject })
      this.#send({ jsonrpc: '2.0', id, method, params }).catch((error: unknown) => this.#settle(id)?.reject(error))
    })
    return { id, answer }
  }

  /** Stops waiting for the answer to a request. */
  forget(id: RequestId): void {
    this.#settle(id)?.reject(new RpcError('closed', 'The request was withdrawn.'))
  }

  /** Sends a notification. Resolves when it is written. */
  notify(method: string, params: object): Promise<void> {
    return this.#send({ jsonrpc: '2.0', method, params })
  }

  /** Aborts a request that the other side has withdrawn. */
  withdraw(id: RequestId, reason: string): void {
    this.#incoming.get(id)?.abort(new RpcError('closed', reason))
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#options.channel.close()
    this.#outbox.close()
    for (const controller of this.#incoming.values()) controller.abort(closedError())
    for (const { reject } of this.#waiting.values()) reject(closedError())
    this.#waiting.clear()
    this.#ended.resolve()
  }

  async #read(): Promise<void> {
    try {
      for await (const text of this.#options.channel.frames) {
        if (this.#isClosed) break
        this.#take(text)
      }
    } catch (error) {
      if (error instanceof RpcError) await this.#refuse(null, errorCodes.invalidRequest, error.message)
    } finally {
      this.close()
    }
  }

  #take(text: string): void {
    let json: unknown
    try {
      json = parseJson(text)
    } catch {
      return void this.#refuse(null, errorCodes.parse, 'The frame is not JSON.')
    }
    const { success, data: frame } = frameSchema.safeParse(json)
    if (!success) return void this.#refuse(null, errorCodes.invalidRequest, 'The frame is no message of JSON-RPC 2.0.')
    if ('result' in frame || 'error' in frame) this.#answered(frame)
    else if ('id' in frame) void this.#answer(frame)
    else this.#options.notified(frame.method, frame.params ?? {})
  }

  #answered(frame: Extract<Frame, { result: unknown } | { error: unknown }>): void {
    const waiting = frame.id === null ? undefined : this.#settle(frame.id)
    if ('error' in frame) {
      const { code, message, data } = frame.error
      waiting?.reject(new RpcError('refused', message, { rpcCode: code, ...(data && { data }) }))
    } else waiting?.resolve(frame.result)
  }

  async #answer({ id, method, params = {} }: Extract<Frame, { id: RequestId; method: string }>): Promise<void> {
    if (this.#incoming.has(id)) {
      return this.#refuse(id, errorCodes.invalidRequest, `A request with the id ${id} is being answered.`)
    }
    const controller = new AbortController()
    this.#incoming.set(id, controller)
    const afterwards: (() => void)[] = []
    // The id is free before its answer is written, because a client may reuse it as soon as it has read the answer.
    try {
      const result = await this.#options.handle({
        id,
        method,
        params,
        signal: controller.signal,
        after: (callback) => afterwards.push(callback),
      })
      this.#incoming.delete(id)
      const sent = this.#send({ jsonrpc: '2.0', id, result })
      for (const callback of afterwards) callback()
      await sent
    } catch (error) {
      this.#incoming.delete(id)
      await this.#refuse(id, ...toErrorResponse(error))
    }
  }

  /** A failure to send the error is ignored, because the peer is then gone. */
  async #refuse(id: RequestId | null, code: number, message: string, data?: RpcData): Promise<void> {
    await this.#send({ jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } }).catch(() => undefined)
  }

  #settle(id: RequestId): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    return waiting
  }

  #send(frame: object): Promise<void> {
    return this.#isClosed ? Promise.reject(closedError()) : this.#outbox.send(JSON.stringify(frame))
  }
}

function closedError(): RpcError {
  return new RpcError('closed', 'The connection is closed.')
}

function toErrorResponse(error: unknown): [code: number, message: string, data?: RpcData | undefined] {
  if (error instanceof RpcError && error.rpcCode !== undefined) return [error.rpcCode, error.message, error.data]
  if (!HermesError.is(error)) return [errorCodes.unexpected, describeError(error)]
  const { code, remedy } = error
  const isMissing = code === 'store/not-found'
  return [
    isMissing ? errorCodes.notFound : errorCodes.failed,
    error.message,
    { code, ...(remedy && { remedy: { ...remedy } }) },
  ]
}
