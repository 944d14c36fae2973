import { describeError } from '@hermes/core'
import type { FrameChannel } from '@hermes/rpc'
import type { ConnectOptions, RpcClient } from '@hermes/rpc/client'
import type { ParamsOf, ResultOf, RpcEvent } from '@hermes/rpc/schemas'
import { english } from '@hermes/safety/language'
import { emptyView, type ViewState } from '../model/view-state.js'
import { frameMs } from '../view/screen/frame-pace.js'
import { attemptUntil } from './attempt-until.js'
import { EarlyEvents } from './early-events.js'
import { WatchedSession, type WatchedSessionOptions } from './watched-session.js'

export interface SessionClientOptions extends Pick<ConnectOptions, 'answer'> {
  /** Called when what is shown has changed: the view, or the activity of other sessions. */
  readonly onChange: () => void
  /** Called with each event of any session, after its view was updated. */
  readonly onEvent?: (event: RpcEvent, session: WatchedSession) => void
  /** Called when another session, or the first one, is shown. */
  readonly onSwitch?: (sessionId: string) => void
  /** Whether failed edits are listed below their turn. */
  readonly listsFailedEdits: boolean
}

/** Sessions on a server. One of them is shown; the others continue, and their views are updated. */
export class SessionClient {
  readonly #options: SessionClientOptions
  #client: RpcClient | undefined
  readonly #ended = Promise.withResolvers<void>()
  readonly #leaving = new AbortController()
  readonly #sessions = new Map<string, WatchedSession>()
  #shown: WatchedSession | undefined
  readonly #early = new EarlyEvents((event) => this.#see(event))

  constructor(options: SessionClientOptions) {
    this.#options = options
  }

  /**
   * Connects to the server.
   *
   * @param reopen Reconnects after the connection was lost. Absent: the client ends with the connection.
   */
  async connect(channel: FrameChannel, reopen?: () => Promise<FrameChannel>): Promise<void> {
    // Loaded on demand, so that the screen is drawn first.
    const { connect } = await import('@hermes/rpc/client')
    const { answer } = this.#options
    const onEvent = (event: RpcEvent) => this.#early.receive(event)
    const attach = (each: FrameChannel) =>
      connect(each, { name: 'tui', deltaMs: frameMs, onEvent, ...(answer && { answer }) })
    const client = await attach(channel)
    this.#client = client
    if (this.#leaving.signal.aborted) client[Symbol.dispose]()
    void this.#stay(client, reopen && (async () => attach(await reopen())))
  }

  /** The view of the current session. */
  get view(): ViewState {
    return this.#shown?.view ?? emptyView
  }

  /** The current session. @throws {Error} before one is open. */
  get shown(): WatchedSession {
    if (!this.#shown) throw new Error('No session is open.')
    return this.#shown
  }

  get isOpen(): boolean {
    return this.#shown !== undefined
  }

  get id(): string {
    return this.shown.id
  }

  /** All sessions of this client, in the order in which they were opened. */
  get all(): readonly WatchedSession[] {
    return [...this.#sessions.values()]
  }

  /** Resolves when the connection has ended for good. */
  get closed(): Promise<void> {
    return this.#ended.promise
  }

  create(params: ParamsOf<'session.create'>): Promise<void> {
    return this.#open(() => this.call('session.create', params))
  }

  /** Shows a session. If this client has it open, it is shown in its current state. */
  async resume(sessionId: string): Promise<void> {
    const known = this.#sessions.get(sessionId)
    if (known) return this.#showSession(known)
    await this.#open(() => this.call('session.resume', { sessionId }))
  }

  /** Detaches from a session that is not shown. A running turn continues. */
  async leave(sessionId: string): Promise<void> {
    if (sessionId === this.#shown?.id || !this.#sessions.delete(sessionId)) return
    await this.call('session.close', { sessionId })
    this.#options.onChange()
  }

  /** Changes the settings of the current session. */
  async choose(changes: ParamsOf<'config.set'>['changes']): Promise<void> {
    await this.call('config.set', { sessionId: this.id, changes })
    await this.shown.refresh()
  }

  call: RpcClient['call'] = async (method, params, options) => {
    if (!this.#client) throw new Error('No server is connected.')
    return this.#client.call(method, params, options)
  }

  /** Shows text that does not belong to the session. */
  note(tone: 'info' | 'warning' | 'error', text: string): void {
    this.#shown?.note(tone, text)
  }

  close(): void {
    this.#leaving.abort()
    this.#client?.[Symbol.dispose]()
  }

  /** Reconnects whenever the connection is lost, and shows what happened in the meantime. */
  async #stay({ closed }: RpcClient, reconnect: (() => Promise<RpcClient>) | undefined): Promise<void> {
    const { signal } = this.#leaving
    await closed
    while (reconnect && this.isOpen && !signal.aborted) {
      this.note('warning', english`The connection to the server is lost. Connecting again …`)
      const client = await attemptUntil(reconnect, signal)
      if (client === undefined) break
      this.#client = client
      await Promise.all(this.all.map((session) => this.#attachAgain(session)))
      await client.closed
    }
    this.#ended.resolve()
  }

  async #attachAgain(session: WatchedSession): Promise<void> {
    session.hold()
    try {
      await session.load(await this.call('session.resume', { sessionId: session.id }))
      if (session === this.#shown) session.note('info', english`Connected again.`)
    } catch (error) {
      // A session that was never stored is lost with its server.
      if (session === this.#shown) session.note('error', describeError(error))
      else this.#sessions.delete(session.id)
    }
  }

  get #watch(): WatchedSessionOptions {
    return {
      call: this.call,
      onChange: (session) => this.#changed(session),
      listsFailedEdits: this.#options.listsFailedEdits,
    }
  }

  async #open(attach: () => Promise<ResultOf<'session.status'>>): Promise<void> {
    this.#early.hold()
    try {
      const snapshot = await attach()
      const known = this.#sessions.get(snapshot.sessionId)
      const session = known ?? new WatchedSession(snapshot, this.#watch)
      session.hold()
      this.#sessions.set(session.id, session)
      this.#early.release()
      await session.load(snapshot)
      await this.#showSession(session)
      for (const notice of known ? [] : snapshot.notices) session.note('warning', notice)
    } finally {
      this.#early.release()
    }
  }

  async #showSession(session: WatchedSession): Promise<void> {
    const previous = this.#shown
    this.#shown = session
    session.hasUnread = false
    if (session !== previous) this.#options.onSwitch?.(session.id)
    this.#options.onChange()
    if (previous && previous !== session && previous.isUntouched) await this.leave(previous.id)
  }

  #see(event: RpcEvent): void {
    const session = event.sessionId === undefined ? this.#shown : this.#sessions.get(event.sessionId)
    if (!session) return
    const isShown = session === this.#shown
    if (event.type === 'session.closed' && !isShown) this.#sessions.delete(session.id)
    if (event.type === 'message.complete' && !isShown) session.hasUnread = true
    const { activity } = session.view
    session.see(event)
    this.#options.onEvent?.(event, session)
    const isOfInterest = event.type === 'message.complete' || event.type === 'session.closed'
    if (!isShown && (isOfInterest || activity !== session.view.activity)) this.#options.onChange()
  }

  /** Reports a change of a session. Those that are not shown change with each word. */
  #changed(session: WatchedSession): void {
    if (session === this.#shown) this.#options.onChange()
  }
}
