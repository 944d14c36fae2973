import { type ConversationEvent, type ConversationTarget, restoreModel, resumedModel } from '@hermes/conversations'
import { type Choice, describeError, type SessionId, type SessionRecord, StoreError } from '@hermes/core'
import { generateSessionId, rootOf } from '@hermes/core/sessions'
import { withDefaultServices } from '@hermes/core/wiring'
import type { RpcHost } from '../../contracts/rpc-host.js'
import { LiveSession } from './live-session.js'

export interface LiveSessionsOptions {
  readonly host: RpcHost
  readonly answerGraceMs: number
  /** How long a session without clients and work stays open, in milliseconds. */
  readonly idleMs: number
}

export interface NewSessionRequest {
  readonly workingDirectory?: string
  readonly title?: string
  readonly choice?: Choice
}

type NewTarget = Extract<ConversationTarget, { seed: unknown }> & { readonly id: SessionId }

/** Maximum number of conversations offered by commands that are remembered. */
const maxOffers = 100

/** The sessions that are open in a server. */
export class LiveSessions implements AsyncDisposable {
  readonly #options: LiveSessionsOptions
  readonly #sessions = new Map<SessionId, Promise<LiveSession>>()
  readonly #live = new Map<SessionId, LiveSession>()
  readonly #offers = new Map<SessionId, NewTarget>()
  readonly #timers = new Map<SessionId, NodeJS.Timeout>()

  constructor(options: LiveSessionsOptions) {
    this.#options = options
  }

  get all(): readonly LiveSession[] {
    return [...this.#live.values()]
  }

  find(id: SessionId): LiveSession | undefined {
    return this.#live.get(id)
  }

  create({ workingDirectory, title, choice }: NewSessionRequest): Promise<LiveSession> {
    const { host } = this.#options
    const id = generateSessionId(withDefaultServices())
    const folder = workingDirectory ?? host.workingDirectory
    const { source = 'rpc' } = host
    const seed = { source, workingDirectory: folder, ...(title !== undefined && { title }) }
    return this.#begin({ id, seed, ...(choice && { choice }) })
  }

  /**
   * Opens a stored session by any id of its lineage, or one that a command has offered.
   * @throws {StoreError} `not-found`.
   */
  async open(id: SessionId): Promise<LiveSession> {
    const known = this.#sessions.get(id)
    if (known) return known
    const { store } = this.#options.host
    const record = await store.sessions.get(id)
    const offer = this.#offers.get(id)
    if (!record && offer) return this.#begin(offer)
    if (!record) throw new StoreError('not-found', `There is no session "${id}".`)
    const { id: root } = await rootOf(store, record)
    return this.#sessions.get(root) ?? this.#begin({ id: root, record })
  }

  /** Closes a session and interrupts its turn. The conversation stays stored. */
  async close(id: SessionId): Promise<void> {
    const session = await this.#sessions.get(id)
    this.#forget(id)
    await session?.[Symbol.asyncDispose]()
  }

  async drain(signal: AbortSignal): Promise<void> {
    await Promise.all(this.all.map(({ workspace }) => workspace.conversations.drain({ signal })))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((id) => this.close(id)))
  }

  #begin(target: NewTarget | { readonly id: SessionId; readonly record: SessionRecord }): Promise<LiveSession> {
    const { id } = target
    const beginning = 'record' in target ? this.#resume(id, target.record) : this.#start(target)
    const opened = beginning.then(
      (session) => {
        this.#live.set(id, session)
        return session
      },
      (error: unknown) => {
        this.#forget(id)
        throw error
      },
    )
    this.#sessions.set(id, opened)
    return opened
  }

  async #start(target: NewTarget): Promise<LiveSession> {
    const { host } = this.#options
    const { seed } = target
    const workspace = await host.open({ workingDirectory: seed.workingDirectory ?? host.workingDirectory })
    return this.#within(workspace, async () => {
      const conversation = await workspace.conversations.open({
        ...target,
        seed: { ...seed, workingDirectory: workspace.workingDirectory },
      })
      return this.#enliven({ workspace, conversation, notices: [] })
    })
  }

  async #resume(id: SessionId, record: SessionRecord): Promise<LiveSession> {
    const { host } = this.#options
    const { store, sender } = host
    const model = await resumedModel({ store, session: record })
    const wanted = record.workingDirectory ?? host.workingDirectory
    const workspace = await host.open({ workingDirectory: wanted, ...(model && { model }) })
    return this.#within(workspace, async () => {
      const { conversations, agentFor, workingDirectory } = workspace
      const conversation = await conversations.open({ id })
      const problem = await restoreModel(conversation, { store, agentFor, by: sender.person })
      const moved = `The session's folder ${wanted} no longer exists: it continues in ${workingDirectory}.`
      const notices = [...(problem === undefined ? [] : [problem]), ...(wanted === workingDirectory ? [] : [moved])]
      return this.#enliven({ workspace, conversation, notices })
    })
  }

  async #within(workspace: AsyncDisposable, open: () => Promise<LiveSession>): Promise<LiveSession> {
    try {
      return await open()
    } catch (error) {
      await workspace[Symbol.asyncDispose]()
      throw error
    }
  }

  #enliven(
    parts: Pick<ConstructorParameters<typeof LiveSession>[0], 'workspace' | 'conversation' | 'notices'>,
  ): LiveSession {
    const { host, answerGraceMs } = this.#options
    const { id } = parts.conversation
    return new LiveSession({
      ...parts,
      host,
      answerGraceMs,
      onLeft: () => this.#closeLater(id),
      onEvent: (event) => this.#noteOffer(event),
    })
  }

  #closeLater(id: SessionId): void {
    clearTimeout(this.#timers.get(id))
    const timer = setTimeout(() => {
      const session = this.#live.get(id)
      if (!session || session.clients > 0) return
      if (!session.isIdle) return this.#closeLater(id)
      this.close(id).catch((error: unknown) => {
        this.#options.host.logger.log('warn', 'A session could not be closed.', { error: describeError(error) })
      })
    }, this.#options.idleMs)
    timer.unref()
    this.#timers.set(id, timer)
  }

  #noteOffer(event: ConversationEvent): void {
    if (event.type !== 'command' || event.outcome.type !== 'open') return
    const { target } = event.outcome
    if (!('seed' in target) || !('id' in target) || target.id === undefined) return
    this.#offers.set(target.id, { ...target, id: target.id })
    const [oldest] = this.#offers.keys()
    if (this.#offers.size > maxOffers && oldest !== undefined) this.#offers.delete(oldest)
  }

  #forget(id: SessionId): void {
    this.#sessions.delete(id)
    this.#live.delete(id)
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
  }
}
