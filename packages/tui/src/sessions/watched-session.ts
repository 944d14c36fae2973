import type { RpcClient } from '@hermes/rpc/client'
import type { ResultOf, RpcEvent } from '@hermes/rpc/schemas'
import { english } from '@hermes/safety/language'
import {
  describeContent,
  withAside,
  withBlock,
  withDecision,
  withNote,
  withOutput,
  withoutProgress,
} from '../model/blocks.js'
import { fromHistory } from '../model/from-history.js'
import { reduce } from '../model/reduce.js'
import {
  type Block,
  type DecisionBlock,
  emptyView,
  type ShownOutcome,
  type UserBlock,
  type ViewState,
} from '../model/view-state.js'

export interface WatchedSessionOptions {
  readonly call: RpcClient['call']
  /** Called when the view or the snapshot has changed. */
  readonly onChange: (session: WatchedSession) => void
  /** Whether failed edits are listed below their turn. */
  readonly listsFailedEdits: boolean
}

const cutShort = english`The last turn was cut short: /continue resumes it.`

/** Number of stored messages shown for a resumed session. */
const shownMessages = 50

/** A session that the client is attached to, and its view. The view follows the events, whether or not it is shown. */
export class WatchedSession {
  readonly #options: WatchedSessionOptions
  #snapshot: ResultOf<'session.status'>
  #view: ViewState
  /** Events that wait for the stored messages before them. */
  #held: RpcEvent[] | undefined = []
  /** Whether a turn has ended since the session was last shown. */
  hasUnread = false

  constructor(snapshot: ResultOf<'session.status'>, options: WatchedSessionOptions) {
    this.#snapshot = snapshot
    this.#options = options
    this.#view = this.#listing(emptyView)
  }

  get id(): string {
    return this.#snapshot.sessionId
  }

  get snapshot(): ResultOf<'session.status'> {
    return this.#snapshot
  }

  get view(): ViewState {
    return this.#view
  }

  /** Whether the session has no prompt yet. */
  get isUntouched(): boolean {
    return !this.#snapshot.isStored && !this.#view.blocks.some(isPrompt)
  }

  /** The title, or the first prompt that is shown. */
  get name(): string | undefined {
    const first = this.#view.blocks.find(isPrompt)
    return this.#snapshot.title ?? first?.text
  }

  note(tone: 'info' | 'warning' | 'error', text: string): void {
    this.#show(withNote(this.#view, tone, text))
  }

  /** Shows a command of the person. @returns a function that shows its output. */
  showCommand(line: string): (text: string) => void {
    this.#show(withAside(this.#view, { type: 'user', text: line, atMs: Date.now(), isCommand: true }))
    const id = `command-${this.#view.nextId}`
    return (text) => this.#show(withOutput(this.#view, id, text))
  }

  say(text: string): void {
    this.#show(withAside(this.#view, { type: 'answer', text, isDraft: false }))
  }

  answer(outcome: ShownOutcome): void {
    this.#show(withAside(this.#view, { type: 'outcome', outcome, answeredAtMs: Date.now() }))
  }

  /** Ends the display of this client's command. */
  endCommand(): void {
    if (this.#view.progress !== undefined) this.#show(withoutProgress(this.#view))
  }

  decide(decided: Pick<DecisionBlock, 'question' | 'decision'>): void {
    this.#show(withDecision(this.#view, decided))
  }

  /** Holds events until {@link load}. For a client that is about to reattach. */
  hold(): void {
    this.#held ??= []
  }

  see(event: RpcEvent): void {
    if (this.#held) {
      holdEvent(this.#held, event)
      return
    }
    this.#show(reduce(this.#view, event, Date.now()))
    if (event.type === 'session.lagged') this.load().catch(ignoreLost)
    if (event.type === 'message.complete' || event.type === 'session.info') this.refresh().catch(ignoreLost)
  }

  /** Shows the stored messages, followed by the events since. `snapshot`: that of a new attachment. */
  async load(snapshot = this.#snapshot): Promise<void> {
    this.#snapshot = snapshot
    this.hold()
    const { call } = this.#options
    const sessionId = this.id
    const history = await call('session.history', { sessionId, limit: shownMessages, beforeTurn: true })
    const { state } = await call('session.status', { sessionId })
    const held = this.#held ?? []
    this.#held = undefined
    const queued = state.queued.map(({ id, content }) => ({ id, text: describeContent(content) }))
    const stored = { ...this.#listing(fromHistory(history)), queued, activity: state.activity }
    const isCutShort = state.canContinue && state.activity === 'idle'
    this.#show(isCutShort ? withBlock(stored, { type: 'note', tone: 'warning', text: cutShort }) : stored)
    for (const event of held) this.see(event)
  }

  #listing(view: ViewState): ViewState {
    return this.#options.listsFailedEdits ? view : { ...view, failedEdits: undefined }
  }

  /** Reloads model and title. */
  async refresh(): Promise<void> {
    this.#snapshot = await this.#options.call('session.status', { sessionId: this.id })
    this.#options.onChange(this)
  }

  #show(view: ViewState): void {
    this.#view = view
    this.#options.onChange(this)
  }
}

function isPrompt(block: Block): block is UserBlock {
  return block.type === 'user' && !block.isCommand
}

/**
 * Holds an event. A new attachment repeats the running turn, so events of the turn from an earlier attachment are
 * dropped.
 */
function holdEvent(held: RpcEvent[], event: RpcEvent): void {
  const { cursor } = event
  if (cursor !== undefined) while ((held.at(-1)?.cursor ?? Number.NEGATIVE_INFINITY) >= cursor) held.pop()
  held.push(event)
}

/** Ignored, because the client reports the end of the connection. */
function ignoreLost(): void {
  return
}
