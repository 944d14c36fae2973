import type {
  Choice,
  CompressionOutcome,
  CompressSessionOptions,
  MessageContent,
  SessionContext,
  SessionId,
} from '@hermes/core'
import type { BusyMode } from './busy-mode.js'
import type { ConversationEvent, Cursor } from './conversation-event.js'
import type { ConversationState } from './conversation-state.js'
import type { ConversationTarget } from './conversation-target.js'
import type { Person } from './person.js'
import type { Submission } from './submission.js'
import type { Surface } from './surface.js'

/**
 * The live side of one lineage: what a person sees as "the conversation", across compressions and processes. Every surface
 * that shows it holds the same object, so all of them see the same turn, queue and questions.
 */
export interface Conversation {
  /** The id of the lineage's root session. It never changes, and exists before the first turn is stored. */
  readonly id: SessionId
  readonly state: ConversationState
  /**
   * The model and settings of the next turn, but for what was chosen for that turn alone. A running turn keeps those that it
   * began with.
   */
  readonly choice: Choice
  /**
   * Takes what a person typed or a network delivered, and decides what it is: a command, a quick command, or a message for
   * the agent; and what happens to it while a turn runs. Returns at once; the submission tells how it went.
   */
  submit(input: UserInput, from: Sender): Submission
  /** Ends the running turn. What was stored stays. No effect while the conversation is idle. */
  interrupt(reason?: string): void
  /**
   * Continues a turn that a crash, an interrupt or a failure cut short, as `Agent.resume` does.
   * The submission is refused when there is none: see {@link ConversationState}.
   */
  continue(from: Sender): Submission
  /**
   * Changes the model or the settings from the next turn on. The change is stored, and every onlooker sees a `choice` event
   * with the price of the prompt cache that it breaks. `null` returns a setting to its default.
   * @throws {ConfigError} when there is no such model, provider, toolset or personality; nothing has changed then.
   */
  choose(changes: ChoiceChanges, by: Person, options?: ChooseOptions): Promise<Choice>
  /**
   * Shortens the conversation between its turns, with the agent of its choice: it waits for the turn that runs, and the next one
   * waits for it.
   * @throws {StoreError} `not-found` before the first turn; rejects with the reason of `options.signal` when that is aborted.
   */
  compress(options?: CompressSessionOptions): Promise<CompressionOutcome>
  /**
   * Runs work that must not meet a turn, such as taking the newest exchange back: it waits for the turn that runs, and the next one
   * waits for it. The work must not wait for a turn of this conversation.
   * @throws what the work throws, or the reason of `signal` when it is aborted before the work begins.
   */
  betweenTurns<Result>(work: () => Promise<Result>, options?: { readonly signal?: AbortSignal }): Promise<Result>
  /**
   * What the next request would carry.
   * @throws {StoreError} `not-found` before the first turn.
   */
  context(): Promise<SessionContext>
  /** What happens to messages of this conversation that come while a turn runs, as long as the process lives. */
  setBusyMode(mode: BusyMode): void
  /** Shows every onlooker something that belongs to no turn. `code` is stable, `text` is for people. */
  notify(notice: { readonly code: string; readonly text: string }): void
  /**
   * The events of the conversation for one onlooker, until `signal` is aborted or the conversation is closed. Without
   * `after` it begins with the turn under way, from its first event. An onlooker that reads slowly delays nobody: deltas are
   * joined for it, and past its buffer it gets one `lagged` event in the place of what it missed.
   */
  events(options: OnlookOptions): AsyncIterable<ConversationEvent>
}

export interface OnlookOptions {
  /** Events after this one. A cursor that is no longer held starts with `lagged`. */
  readonly after?: Cursor
  readonly signal: AbortSignal
  /** Default `turn`: a late onlooker gets the turn under way from its first event. `now`: only what comes. */
  readonly from?: 'turn' | 'now'
  /**
   * The people behind this onlooker can answer questions: they are put while it is there, it sees them as `agent` events, and
   * the answer goes to `QuestionDesk.answer`. Default false: without anyone to ask, the default answer is taken at once.
   */
  readonly answers?: boolean
}

export interface UserInput {
  readonly content: MessageContent
  /**
   * Makes the submission happen once: of two with the same id, from whichever processes, one is taken and the other ends as
   * `duplicate`. The id of the network's message, or of the client's request. Default: every submission is new.
   */
  readonly id?: string
  /** `message`: never read as a command. Default `auto`: text that begins with `/` is a command where the surface takes them. */
  readonly as?: 'auto' | 'message'
  /** What happens while a turn runs. Default: the busy mode of the conversation. */
  readonly whenBusy?: BusyMode | 'refuse'
}

/** Where an input comes from. */
export interface Sender {
  readonly person: Person
  readonly surface: Surface
}

export interface ChooseOptions {
  /** The change counts for the next turn alone, and is not stored. Default false. */
  readonly once?: boolean
}

export type ChoiceChanges = { readonly [Name in keyof Choice]?: Choice[Name] | null }

/** Every conversation of one process. */
export interface Conversations extends AsyncDisposable {
  /**
   * The live conversation of a stored session (any id of its lineage), of a key, or a new one. Two calls that mean the same
   * conversation get the same object.
   * @throws {StoreError} `not-found` for an unknown id.
   */
  open(target: ConversationTarget): Promise<Conversation>
  /** Those with a turn, a queue or an onlooker, in this process. */
  readonly live: readonly Conversation[]
  /** New submissions are refused. */
  readonly isClosing: boolean
  /**
   * Opens every conversation that has queued inputs, so that they run: for the start of a process, after the one before it died.
   * @returns how many there are.
   */
  resumeQueued(): Promise<number>
  /**
   * Refuses new submissions from now on, leaves what is queued in the queue (`left-queued`), and resolves when no turn runs here.
   * Running turns may end until `signal` is aborted; then they are interrupted. Disposing interrupts them at once, and ends the
   * events of every onlooker.
   */
  drain(options?: { readonly signal?: AbortSignal }): Promise<void>
}
