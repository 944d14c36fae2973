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
 * The live side of one lineage: a conversation as people see it, across compressions and processes. All surfaces that show it share the
 * same object, and thus the same turn, queue and questions.
 */
export interface Conversation {
  /** The id of the lineage's root session. It never changes, and exists before the first turn is stored. */
  readonly id: SessionId
  /** Whose it is: the `userId` of its sessions. Absent for the owner of the home. */
  readonly userId?: string
  readonly state: ConversationState
  /**
   * The model and settings of future turns, not including a choice for the next turn only. A running turn keeps its own.
   */
  readonly choice: Choice
  /**
   * Submits input that a person typed or a network delivered. Decides whether it is a command, a quick command, or a message, and what to do
   * during a turn. Returns immediately; the submission reports the outcome.
   */
  submit(input: UserInput, from: Sender): Submission
  /**
   * The submission of an input that is queued or whose turn is running in this process, also when an earlier process accepted it: one whose
   * turn is continued has been named to {@link Conversations.finish}. `undefined` for an input without an id of its own, and for one that
   * has ended.
   */
  submissionOf(inputId: string): Submission | undefined
  /** The inputs of a person that the model has not read: those that are queued, and unread steers of the running turn. */
  waitingFrom(person: Person): readonly QueuedInput[]
  /**
   * Ends the running turn. Stored messages are kept, and so is the part of the answer that was shown. Steers that the model has not read follow as
   * turns, like queued inputs. An input that was accepted with an id, or waited in the queue, is stored before its turn ends:
   * `cancel` of its submission drops it. No effect on an idle conversation.
   */
  interrupt(reason?: string): void
  /**
   * Ends what was asked for last: like `interrupt`, and also the turns of inputs that have none yet, but do not wait for one to end. These are
   * inputs of an idle conversation whose turns are about to begin, and those that interrupt a turn. They are stored before that.
   * @returns whether there was something to end.
   */
  stop(reason?: string): boolean
  /**
   * Continues a turn that a crash, an interrupt or a failure cut short, like `Agent.resume`. The submission is rejected when there is
   * none: see {@link ConversationState}.
   */
  continue(from: Sender): Submission
  /**
   * Changes the model or settings from the next turn on. The change is stored, and every onlooker gets a `choice` event with the cost of the
   * invalidated prompt cache. `null` resets a setting to its default.
   * @throws {ConfigError} for an unknown model, provider, toolset or personality; nothing has changed then.
   */
  choose(changes: ChoiceChanges, by: Person, options?: ChooseOptions): Promise<Choice>
  /**
   * Compresses the conversation between turns with its own agent: it waits for a running turn, and the next turn waits for it.
   * @throws {StoreError} `not-found` before the first turn; rejects with the reason of `options.signal` when it is aborted.
   */
  compress(options?: CompressSessionOptions): Promise<CompressionOutcome>
  /**
   * Runs work between turns, such as taking exchanges back: it waits for a running turn, and the next turn waits for it. The work must not
   * wait for a turn of this conversation.
   * @throws the error of the work, or the reason of `signal` when it is aborted before the work starts.
   */
  betweenTurns<Result>(work: () => Promise<Result>, options?: { readonly signal?: AbortSignal }): Promise<Result>
  /**
   * The context of the next request.
   * @throws {StoreError} `not-found` before the first turn.
   */
  context(): Promise<SessionContext>
  /** Sets the busy mode of this conversation for the lifetime of the process. */
  setBusyMode(mode: BusyMode): void
  /** Sends every onlooker a notice outside of any turn. `code` is stable, `text` is for display. */
  notify(notice: { readonly code: string; readonly text: string }): void
  /**
   * The events for one onlooker, until `signal` is aborted or the conversation is closed. Without `after`, it starts with the running turn
   * from its first event. A slow onlooker delays no one: its deltas are joined, and when its buffer is full it gets one `lagged` event in
   * place of the missed ones.
   */
  events(options: OnlookOptions): AsyncIterable<ConversationEvent>
}

export interface OnlookOptions {
  /** Events after this one. An expired cursor starts with `lagged`. */
  readonly after?: Cursor
  readonly signal: AbortSignal
  /** Default `turn`: a late onlooker gets the running turn from its first event. `now`: only new events. */
  readonly from?: 'turn' | 'now'
  /**
   * Whether the people behind this onlooker can answer questions: it receives them as `agent` events, and the answer goes to
   * `QuestionDesk.answer`. Default false. If no onlooker can answer, the default answer is taken immediately.
   */
  readonly answers?: boolean
  /** Whether deltas that wait for a slow onlooker are joined. Default true. `false` keeps the cursor of each of them. */
  readonly joins?: boolean
}

export interface UserInput {
  readonly content: MessageContent
  /**
   * Deduplicates submissions: of two with the same id, from any process, one is accepted and the other ends as `duplicate`. Use the id of
   * the network's message, or of the client's request. Submitting an input again that failed before its turn retries it. Default: every submission is new.
   */
  readonly id?: string
  /** `message`: never parsed as a command. Default `auto`: text that starts with `/` is a command on surfaces with commands. */
  readonly as?: 'auto' | 'message'
  /** Who wrote the content, if not the sender: see `RunOptions.origins`. It does not steer a turn. */
  readonly origins?: readonly ContentOrigin[]
  /**
   * The model of its turn. It comes after a model that people chose for the conversation, and is not stored with it. A turn that is
   * continued after a crash is answered by the conversation's model. Default: that one.
   */
  readonly model?: ModelChoice
  /**
   * Whether a power failure within a second may undo that it was accepted, and without an `id` its final answer as well; the death of the process
   * may not. For input that its sender keeps until it has ended, and submits again. Default false.
   */
  readonly isVolatile?: boolean
  /**
   * Whether its sender knows that no input with this id was submitted before, keeps it until it has ended, and submits it again after a crash. Such
   * an input need not be queued when its turn can begin: it is stored with the turn, and a power failure within a second may undo it with its
   * final answer. Default false.
   */
  readonly isNew?: boolean
  /**
   * Whether it is a steer for the running turn only, whatever `whenBusy` says: the turn goes on with it when the model has answered meanwhile, and it is never a turn of its
   * own. When the turn takes no more text, it is refused as `too-late`; when the turn ends without it, onlookers get `steer-dropped`, and it
   * ends as `cancelled`. After a crash, it is a steer like others. Default false.
   */
  readonly extendsTurn?: boolean
  /** How to handle it during a turn. Default: the busy mode of the conversation. */
  readonly whenBusy?: BusyMode | 'refuse'
}

/** The origin of an input. */
export interface Sender {
  readonly person: Person
  readonly surface: Surface
  /** Default: what the role of the person may do. */
  readonly rights?: Rights
}

export interface ChooseOptions {
  /** The change only applies to the next turn and is not stored. Default false. */
  readonly once?: boolean
}

export type ChoiceChanges = { readonly [Name in keyof Choice]?: Choice[Name] | null }

/** All conversations of one process. */
export interface Conversations extends AsyncDisposable {
  /**
   * Opens the live conversation of a stored session (any id of its lineage), of a key, or a new one. The same conversation always returns
   * the same object.
   * @throws {StoreError} `not-found` for an unknown id.
   */
  open(target: ConversationTarget): Promise<Conversation>
  /**
   * Takes over a conversation from a process that has ended: continues its latest turn if the store says that this was left unfinished, and then
   * runs the inputs that waited behind it. A turn that another process is running is waited for. The submission is refused when there is
   * nothing to continue, because the turn has ended, was interrupted, or was followed by another one meanwhile, and as `given-up` when too
   * many processes have died while they continued this turn.
   * @param inputId The id of the input that the turn answers: the submission and the turn get it, as they had it in the earlier process.
   * Default: that of the latest turn. A turn whose input has no id gets a new one.
   * @throws {StoreError} `not-found` for an unknown id.
   */
  finish(target: KnownTarget, from: Sender, inputId?: string): Promise<Submission>
  /** The stored session that the chat of this key continues. `undefined` for a key that was never opened. */
  idOf(key: ConversationKey): Promise<SessionId | undefined>
  /** From now on, the chat of this key continues a stored session (any id of its lineage). */
  assign(key: ConversationKey, id: SessionId): Promise<void>
  /** The ids of the inputs of a conversation that no turn has begun with, in any process. Steers that no turn has read are among them. */
  queuedIn(id: SessionId): Promise<readonly string[]>
  /** Conversations of this process with a turn, a queue or an onlooker. */
  readonly live: readonly Conversation[]
  /** New submissions are rejected. */
  readonly isClosing: boolean
  /**
   * Opens every conversation with queued inputs, so that they run. Call it at startup, after an earlier process died.
   * @returns their number.
   */
  resumeQueued(): Promise<number>
  /**
   * Rejects new submissions, leaves queued inputs in the queue (`left-queued`), and resolves when no turn is running. Running turns may
   * finish until `signal` is aborted, which interrupts them. Disposing interrupts them immediately and ends the events of every onlooker.
   */
  drain(options?: { readonly signal?: AbortSignal }): Promise<void>
}
