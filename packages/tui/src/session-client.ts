import { setTimeout } from 'node:timers/promises'
import { describeError } from '@hermes/core'
import type { FrameChannel } from '@hermes/rpc'
import { type ConnectOptions, connect, type RpcClient } from '@hermes/rpc/client'
import type { ParamsOf, ResultOf, RpcEvent } from '@hermes/rpc/schemas'
import { withBlock } from './model/blocks.js'
import { fromHistory } from './model/from-history.js'
import { reduce } from './model/reduce.js'
import { emptyView, type ViewState } from './model/view-state.js'

export interface SessionClientOptions extends Pick<ConnectOptions, 'answer'> {
  readonly channel: FrameChannel
  /** Connects to the server again after the connection was lost. Absent: the end of the connection is the end. */
  readonly reopen?: () => Promise<FrameChannel>
  /** The view has changed. */
  readonly onChange: () => void
}

/** How many stored messages are shown of a session that is resumed. */
const shownMessages = 50

/** Between two attempts to connect again: the first, and the longest. */
const firstPauseMs = 250
const longestPauseMs = 5_000

/** One session at a server, and its view. */
export class SessionClient {
  #client: RpcClient
  readonly #onChange: () => void
  readonly #ended = Promise.withResolvers<void>()
  readonly #leaving = new AbortController()
  #snapshot: ResultOf<'session.status'> | undefined
  #view: ViewState = emptyView
  /** Events that wait for the stored messages before them. */
  #held: RpcEvent[] | undefined

  private constructor(client: RpcClient, onChange: () => void) {
    this.#client = client
    this.#onChange = onChange
  }

  static async connect({ channel, reopen, onChange, answer }: SessionClientOptions): Promise<SessionClient> {
    let session: SessionClient | undefined
    // Before a session is open, events are of no interest.
    const onEvent = (event: RpcEvent) => (session ? session.#see(event) : undefined)
    const attach = (each: FrameChannel) => connect(each, { name: 'tui', onEvent, ...(answer && { answer }) })
    session = new SessionClient(await attach(channel), onChange)
    void session.#stay(reopen && (async () => attach(await reopen())))
    return session
  }

  get view(): ViewState {
    return this.#view
  }

  /** The open session. @throws {Error} before one is open. */
  get snapshot(): ResultOf<'session.status'> {
    if (!this.#snapshot) throw new Error('No session is open.')
    return this.#snapshot
  }

  get isOpen(): boolean {
    return this.#snapshot !== undefined
  }

  get id(): string {
    return this.snapshot.sessionId
  }

  /** Resolves when the connection has ended for good. */
  get closed(): Promise<void> {
    return this.#ended.promise
  }

  create(params: ParamsOf<'session.create'>): Promise<void> {
    return this.#open(() => this.#client.call('session.create', params))
  }

  resume(sessionId: string): Promise<void> {
    return this.#open(() => this.#client.call('session.resume', { sessionId }))
  }

  call: RpcClient['call'] = (method, params, options) => this.#client.call(method, params, options)

  /** Reads model and title again. */
  async refresh(): Promise<void> {
    this.#snapshot = await this.#client.call('session.status', { sessionId: this.id })
    this.#onChange()
  }

  /** Shows text that is not of the session. */
  note(tone: 'info' | 'warning' | 'error', text: string): void {
    this.#show(withBlock(this.#view, { type: 'note', tone, text }))
  }

  /** Shows Markdown that is not of the session. */
  say(text: string): void {
    this.#show(withBlock(this.#view, { type: 'answer', text, isDraft: false }))
  }

  close(): void {
    this.#leaving.abort()
    this.#client[Symbol.dispose]()
  }

  /** Connects again whenever the connection is lost, and shows what happened meanwhile. */
  async #stay(reconnect: (() => Promise<RpcClient>) | undefined): Promise<void> {
    const { signal } = this.#leaving
    await this.#client.closed
    while (reconnect && this.isOpen && !signal.aborted) {
      this.note('warning', 'The connection to the server is lost. Connecting again …')
      const client = await attemptUntil(reconnect, signal)
      if (client === undefined) break
      this.#client = client
      await this.resume(this.id).then(
        () => this.note('info', 'Connected again.'),
        (error: unknown) => this.note('error', describeError(error)),
      )
      await client.closed
    }
    this.#ended.resolve()
  }

  async #open(attach: () => Promise<ResultOf<'session.status'>>): Promise<void> {
    const previous = this.#snapshot?.sessionId
    this.#held = []
    const snapshot = await attach()
    this.#snapshot = snapshot
    if (previous !== undefined && previous !== snapshot.sessionId) {
      await this.#client.call('session.close', { sessionId: previous })
    }
    await this.#load()
    for (const notice of snapshot.notices) this.note('warning', notice)
  }

  /** Shows the stored messages, and then the events since. */
  async #load(): Promise<void> {
    const { sessionId } = this.snapshot
    const history = await this.#client.call('session.history', { sessionId, limit: shownMessages, beforeTurn: true })
    const { state } = await this.#client.call('session.status', { sessionId })
    const held = this.#held ?? []
    this.#held = undefined
    this.#show({ ...fromHistory(history), activity: state.activity })
    for (const event of held) this.#see(event)
  }

  #see(event: RpcEvent): void {
    if (this.#held) return void this.#held.push(event)
    if (event.sessionId !== undefined && event.sessionId !== this.#snapshot?.sessionId) return
    this.#show(reduce(this.#view, event))
    if (event.type === 'session.lagged') this.#reload()
    if (event.type === 'message.complete') this.refresh().catch(ignoreLost)
  }

  #reload(): void {
    this.#held = []
    this.#load().catch(ignoreLost)
  }

  #show(view: ViewState): void {
    this.#view = view
    this.#onChange()
  }
}

/** Attempts with growing pauses until one succeeds; `undefined` when the signal is aborted before that. */
async function attemptUntil<Result>(attempt: () => Promise<Result>, signal: AbortSignal): Promise<Result | undefined> {
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await attempt()
    } catch {
      // The server is not back yet.
      await setTimeout(pauseMs, undefined, { signal }).catch(ignoreLost)
    }
  }
  return undefined
}

/** The end of the connection is reported by `closed`. */
function ignoreLost(): void {
  return
}
