import type {
  Choice,
  CompressionOutcome,
  CompressSessionOptions,
  ContentOrigin,
  MessageContent,
  ModelChoice,
  SessionContext,
  SessionId,
} from '@hermes/core'
import type { BusyMode } from './busy-mode.js'
import type { ConversationEvent, Cursor } from './conversation-event.js'
import type { ConversationState, QueuedInput } from './conversation-state.js'
import type { ConversationKey, ConversationTarget, KnownTarget } from './conversation-target.js'
import type { Person } from './person.js'
import type { Rights } from './rights.js'
import type { Submission } from './submission.js'
import type { Surface } from './surface.js'

/**
 * The live side of one lineage: a conversation as people see it, across compressions and processes. All surfaces that show a
 * conversation share one object, and therefore its turn, queue and questions.
 */
export interface Conversation {
  /** The id of the lineage's root session. It never changes, and exists before the first turn is stored. */
  readonly id: SessionId
  /** The owner of the conversation: the `userId` of its sessions. Absent for the owner of the home. */
  readonly userId?: string
  readonly state: ConversationState
  /**
   * The model and settings of future turns, without a choice for the next turn only. A running turn keeps its own
   * choice.
   */
  readonly choice: Choice
  /**
   * Submits input that a person typed or a network delivered. Decides whether the input is a command, a quick command or a message, and how
   * to handle it during a turn. Returns immediately; the submission reports the outcome.
   */
  submit(input: UserInput, from: Sender): Submission
  /**
   * Returns the submission of an input that is queued or whose turn is running in this process, even if an earlier process accepted it: an
   * input whose turn is continued was passed to {@link Conversations.finish}. Returns `undefined` for an input without its own id, and for
   * one that has ended.
   */
  submissionOf(inputId: string): Submission | undefined
  /** Returns the inputs of a person that the model has not read: queued inputs, and unread steers of the running turn. */
  waitingFrom(person: Person): readonly QueuedInput[]
  /**
   * Ends the running turn. Stored messages are kept, and so is the part of the answer that was shown. Steers that the model has not read
   * follow as turns, like queued inputs. An input that was accepted with an id, or waited in the queue, is stored before its turn ends; to
   * drop it, `cancel` its submission. Has no effect on an idle conversation.
   */
  interrupt(reason?: string): void
  /**
   * Ends the latest work: like `interrupt`, but also ends the turns of inputs that have not started yet and do not wait for another turn.
   * These are inputs of an idle conversation whose turns are about to start, and inputs that interrupt a turn. They are stored before they
   * end.
   * @returns whether there was anything to end.
   */
  stop(reason?: string): boolean
  /**
   * Continues a turn that a crash, an interrupt or a failure cut short, like `Agent.resume`. The submission is rejected when there is
   * no such turn: see {@link ConversationState}.
   */
  continue(from: Sender): Submission
  /**
   * Changes the model or settings from the next turn on. The change is stored, and every onlooker gets a `choice` event with the cost of
   * the invalidated prompt cache. `null` resets a setting to its default.
   * @throws {ConfigError} for an unknown model, provider, toolset or personality; nothing is changed then.
   */
  choose(changes: ChoiceChanges, by: Person, options?: ChooseOptions): Promise<Choice>
  /**
   * Compresses the conversation between turns with its own agent: it waits for a running turn, and the next turn waits for it.
   * @throws {StoreError} `not-found` before the first turn. Rejects with the reason of `options.signal` when it is aborted.
   */
  compress(options?: CompressSessionOptions): Promise<CompressionOutcome>
  /**
   * Runs work between turns, such as taking exchanges back: it waits for a running turn, and the next turn waits for it. The work must not
   * wait for a turn of this conversation.
   * @throws the error of the work, or the reason of `signal` when it is aborted before the work starts.
   */
  betweenTurns<Result>(work: () => Promise<Result>, options?: { readonly signal?: AbortSignal }): Promise<Result>
  /**
   * Returns the context of the next request.
   * @throws {StoreError} `not-found` before the first turn.
   */
  context(): Promise<SessionContext>
  /** Sets the busy mode of this conversation for the lifetime of the process. */
  setBusyMode(mode: BusyMode): void
  /** Sends every onlooker a notice outside of any turn. `code` is stable, `text` is for display. */
  notify(notice: { readonly code: string; readonly text: string }): void
  /**
   * Returns the events for one onlooker, until `signal` is aborted or the conversation is closed. Without `after`, it starts with the
   * first event of the running turn. A slow onlooker delays no one: its deltas are joined, and when its buffer is full it gets a single
   * `lagged` event in place of the missed ones.
   */
  events(options: OnlookOptions): AsyncIterable<ConversationEvent>
}

export interface OnlookOptions {
  /** Starts after this event. An expired cursor starts with `lagged`. */
  readonly after?: Cursor
  readonly signal: AbortSignal
  /**
   * Where to start. Default `turn`: a late onlooker gets the running turn from its first event. `now`: only new events.
   */
  readonly from?: 'turn' | 'now'
  /**
   * Whether the people behind this onlooker can answer questions: it receives them as `agent` events, and the answer goes to
   * `QuestionDesk.answer`. Default false. If no onlooker can answer, the default answer is taken immediately.
   */
  readonly answers?: boolean
  /** Whether deltas that wait for a slow onlooker are joined. Default true. `false` keeps the cursor of each delta. */
  readonly joins?: boolean
}

export interface UserInput {
  readonly content: MessageContent
  /**
   * Deduplicates submissions: of two with the same id, from any process, one is accepted and the other ends as `duplicate`. Use the id of
   * the network's message or of the client's request. An input that failed before its turn is retried when it is submitted again. Default:
   * every submission is new.
   */
  readonly id?: string
  /**
   * How to parse the content. `message`: never as a command. Default `auto`: text that starts with `/` is a command on surfaces
   * with commands.
   */
  readonly as?: 'auto' | 'message'
  /** Who wrote the content, if not the sender: see `RunOptions.origins`. Such content does not steer a turn. */
  readonly origins?: readonly ContentOrigin[]
  /**
   * The model for its turn. A model that people chose for the conversation takes precedence, and this one is not stored with the
   * conversation. A turn that is continued after a crash uses the conversation's model. Default: the conversation's model.
   */
  readonly model?: ModelChoice
  /**
   * Whether a power failure within a second may undo the acceptance and, without an `id`, the final answer as well; the death of the
   * process may not. For input that its sender keeps until it has ended, and then submits again. Default false.
   */
  readonly isVolatile?: boolean
  /**
   * Whether the sender knows that no input with this id was submitted before, keeps the input until it has ended, and submits it again
   * after a crash. Such an input need not be queued when its turn can start: it is stored with the turn, and a power failure within a
   * second may undo it with its final answer. Default false.
   */
  readonly isNew?: boolean
  /**
   * Whether the input only steers the running turn, whatever `whenBusy` says: the turn continues with it even if the model has answered in
   * the meantime, and it never becomes a turn itself. If the turn no longer takes text, the input is refused as `too-late`. If the turn
   * ends without it, onlookers get `steer-dropped` and it ends as `cancelled`. After a crash, it is treated like any other steer. Default
   * false.
   */
  readonly extendsTurn?: boolean
  /** How to handle the input during a turn. Default: the busy mode of the conversation. */
  readonly whenBusy?: BusyMode | 'refuse'
}

/** The person who sends an input, and the surface. */
export interface Sender {
  readonly person: Person
  readonly surface: Surface
  /** The person's rights on the surface. Default: whatever the person's role allows. */
  readonly rights?: Rights
}

export interface ChooseOptions {
  /** Whether the change only applies to the next turn and is not stored. Default false. */
  readonly once?: boolean
}

export type ChoiceChanges = { readonly [Name in keyof Choice]?: Choice[Name] | null }

/** All conversations of one process. */
export interface Conversations extends AsyncDisposable {
  /**
   * Opens the live conversation of a stored session (any id of its lineage) or of a key, or a new one. Always returns the same object for
   * the same conversation.
   * @throws {StoreError} `not-found` for an unknown id.
   */
  open(target: ConversationTarget): Promise<Conversation>
  /**
   * Takes over a conversation from a process that has ended: continues its latest turn if the store says that it was left unfinished, and
   * then runs the inputs that waited behind it. Waits for a turn that runs in another process. The submission is refused when there is
   * nothing to continue, because the turn has ended, was interrupted, or has been followed by another one. It is refused as `given-up` when
   * too many processes have died while they continued this turn.
   * @param inputId The id of the input that the turn answers: the submission and the turn get the same id as in the earlier process.
   * Default: that of the latest turn. A turn whose input has no id gets a new one.
   * @throws {StoreError} `not-found` for an unknown id.
   */
  finish(target: KnownTarget, from: Sender, inputId?: string): Promise<Submission>
  /** Returns the stored session that the chat of this key continues; `undefined` for a key that was never opened. */
  idOf(key: ConversationKey): Promise<SessionId | undefined>
  /** Makes the chat of this key continue a stored session (any id of its lineage) from now on. */
  assign(key: ConversationKey, id: SessionId): Promise<void>
  /**
   * Returns the ids of a conversation's inputs that have not started a turn, in any process. These include steers that no turn has read.
   */
  queuedIn(id: SessionId): Promise<readonly string[]>
  /** Conversations of this process with a turn, a queue or an onlooker. */
  readonly live: readonly Conversation[]
  /** Whether the conversations are closing: new submissions are rejected. */
  readonly isClosing: boolean
  /**
   * Opens every conversation with queued inputs, so that they run. Call it at startup, after an earlier process died.
   * @returns the number of conversations.
   */
  resumeQueued(): Promise<number>
  /**
   * Rejects new submissions, leaves queued inputs in the queue (`left-queued`), and resolves when no turn is running. Running turns may
   * finish until `signal` is aborted, which interrupts them. Disposing interrupts them immediately and ends the events of every onlooker.
   */
  drain(options?: { readonly signal?: AbortSignal }): Promise<void>
}
