import type { FrameChannel } from '@hermes/rpc'
import { type ConnectOptions, connect, type RpcClient } from '@hermes/rpc/client'
import type { ParamsOf, ResultOf, RpcEvent } from '@hermes/rpc/schemas'
import { withBlock } from './model/blocks.js'
import { fromHistory } from './model/from-history.js'
import { reduce } from './model/reduce.js'
import { emptyView, type ViewState } from './model/view-state.js'

export interface SessionClientOptions extends Pick<ConnectOptions, 'answer'> {
  readonly channel: FrameChannel
  /** The view has changed. */
  readonly onChange: () => void
}

/** How many stored messages are shown of a session that is resumed. */
const shownMessages = 50

/** One session at a server, and its view. */
export class SessionClient {
  readonly #client: RpcClient
  readonly #onChange: () => void
  #snapshot: ResultOf<'session.status'> | undefined
  #view: ViewState = emptyView
  /** Events that wait for the stored messages before them. */
  #held: RpcEvent[] | undefined

  private constructor(client: RpcClient, onChange: () => void) {
    this.#client = client
    this.#onChange = onChange
  }

  static async connect({ channel, onChange, answer }: SessionClientOptions): Promise<SessionClient> {
    let session: SessionClient | undefined
    // Before a session is open, events are of no interest.
    const onEvent = (event: RpcEvent) => (session ? session.#see(event) : undefined)
    const client = await connect(channel, { name: 'tui', onEvent, ...(answer && { answer }) })
    session = new SessionClient(client, onChange)
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

  get closed(): Promise<void> {
    return this.#client.closed
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
    this.#client[Symbol.dispose]()
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

/** The end of the connection is reported by `closed`. */
function ignoreLost(): void {
  return
}
