import type { ModelChoice } from '../model/choice.js'
import type { Message, MessageContent, ProviderData } from '../model/message.js'
import type { ReasoningEffort } from '../model/model-request.js'
import type { Transport } from '../model/transport.js'
import type { Usage } from '../model/usage.js'
import type { SessionStore } from '../sessions/session-store.js'
import type { ClaimedItem, UnputItem } from '../sessions/work-queue.js'
import type { ToolExecutor } from '../tools/tool.js'
import type { ContextSnapshot } from '../turn/context-snapshot.js'
import type { AgentEvent, CompressionOutcome, TurnOutcome } from '../turn/event.js'
import type { RunContext } from '../turn/run-context.js'
import type { ContentOrigin } from '../values/content-origin.js'
import type { Logger } from '../values/logger.js'
import type { SessionId } from '../values/session-id.js'
import type { CompressOptions, ContextEngine, ContextMeasure } from './context-engine.js'
import type { GuardrailOptions } from './guardrail.js'
import type { Plugin, PromptSection } from './plugin.js'

/** A model with its tools and its store. Immutable, and shared by any number of concurrent sessions. */
export interface Agent {
  /**
   * Starts a turn and returns immediately. The turn runs whether or not its events are read. Turns of one session run one
   * after another, in the order of the calls.
   */
  run(input: MessageContent, options?: RunOptions): Run
  /**
   * Runs a turn and resolves to the text of the answer.
   * @throws {HermesError} when the turn failed or was interrupted. The `cause` of an `InterruptError` is the reason of `signal`.
   */
  chat(input: MessageContent, options?: RunOptions): Promise<string>
  /**
   * Continues the latest turn of a session after a crash, an interrupt or a failure. Calls with a stored result are not
   * repeated. Calls of read-only tools are repeated. For all other calls the model learns that the outcome is unknown.
   * Resolves immediately with the stored answer if the turn had ended.
   */
  resume(sessionId: SessionId, options?: ResumeOptions): Run
  /**
   * Compresses a session between turns: it waits for a running turn, and the next turn waits for it. The session is unchanged
   * unless the outcome is `compressed`.
   * @throws {StoreError} `not-found`; rejects with the reason of `signal` when it is aborted.
   */
  compress(sessionId: SessionId, options?: CompressSessionOptions): Promise<CompressionOutcome>
  /**
   * The context of the session's next request, without a new user message.
   * @throws {StoreError} `not-found`.
   */
  context(sessionId: SessionId): Promise<SessionContext>
  /** A handle on one session, new or stored. Performs no I/O. */
  session(id?: SessionId): Session
}

/** One conversation of an agent. */
export interface Session {
  readonly id: SessionId
  /** See {@link Agent.run}. */
  run(input: MessageContent, options?: Omit<RunOptions, 'sessionId'>): Run
  /**
   * Adds input for the turn after the running one. Inputs queued before it starts are joined into one message, and each call
   * returns the handle of that turn.
   */
  queue(input: MessageContent): Run
  /** See {@link Agent.resume}. */
  resume(options?: ResumeOptions): Run
  /** See {@link Agent.compress}. */
  compress(options?: CompressSessionOptions): Promise<CompressionOutcome>
  /** See {@link Agent.context}. */
  context(): Promise<SessionContext>
  /**
   * Marks the session as ended. It can still be continued.
   * @throws {StoreError} `not-found`.
   */
  end(reason: string): Promise<void>
}

export interface AgentOptions {
  readonly transport: Transport
  readonly model: ModelOptions
  /** Default: no tools. */
  readonly tools?: ToolExecutor
  /** Default: an in-memory store. */
  readonly store?: SessionStore
  /** Default: never compresses. */
  readonly contextEngine?: ContextEngine
  /** Their tools are added to `tools`, which must then be an executor with `withTools`. */
  readonly plugins?: readonly Plugin[]
  /** Sections of the system prompt, in order, before those of the plugins. Default: one sentence of identity. */
  readonly prompt?: readonly PromptSection[]
  /** Added to each request of every run, before that of the run itself. Sub-agents do not get it. Default: none. */
  readonly ephemeral?: EphemeralContext
  readonly budget?: BudgetOptions
  /** When a turn that repeats itself is warned and stopped. */
  readonly guardrail?: GuardrailOptions
  readonly services?: AgentServices
}

export interface ModelOptions {
  /** The provider's name for the model. */
  readonly id: string
  /** The provider, as named in usage accounts. Default: the id of the transport. */
  readonly provider?: string
  /** In tokens. Default 128,000. */
  readonly contextWindow?: number
  /** In tokens. Default: the provider's default. */
  readonly maxOutputTokens?: number
  /** The model's longest possible answer in tokens: the upper bound when `maxOutputTokens` is raised after a cut-off answer. */
  readonly outputLimit?: number
  readonly reasoning?: ReasoningEffort
  readonly providerOptions?: ProviderData
  /** Other options for the beginning of turns. Default: none. */
  readonly opening?: TurnOpening
  /** A choice that resolves to this model. Stored with the session, for when it is resumed. */
  readonly reference?: ModelChoice
}

/** Options of requests at the beginning of a turn, in place of those of the model. Retries and fallbacks of a request keep its options. */
export interface TurnOpening {
  readonly providerOptions: ProviderData
  /** How long after the start of the turn a request still has them. */
  readonly durationMs: number
  /** Only in the first turn of a session. Default: in each. */
  readonly isFirstTurnOnly?: boolean
}

/** What one turn may spend, including all runs that it starts. 0: no limit. */
export interface BudgetOptions {
  /** Model calls. Default 90. */
  readonly maxIterations?: number
  /** Input and output tokens. Default 0. */
  readonly maxTokens?: number
  /** Wall-clock time, checked before each model call. Default 0. */
  readonly maxDurationMs?: number
  /** US dollars. Calls without a known price do not count. Default 0. */
  readonly maxCostUsd?: number
  /** Warn the model at 70 % and 90 % of a limit. Default true. */
  readonly warnings?: boolean
}

/** Dependencies that tests replace for determinism. */
export interface AgentServices {
  /** Default `Date.now`. */
  readonly now?: () => number
  /** A monotonic clock in milliseconds, for durations. Default `performance.now`. */
  readonly monotonic?: () => number
  /** Default: random hex digits from Web Crypto. */
  readonly randomHex?: (digits: number) => string
  /** Default: silent. */
  readonly logger?: Logger
}

export interface RunOptions {
  /** Continues this session, or creates one with this id. Default: a new session. */
  readonly sessionId?: SessionId
  readonly signal?: AbortSignal
  /** Initial values, used when the session does not exist yet. */
  readonly session?: SessionSeed
  /** Default: the session's id. */
  readonly taskId?: string
  /** The input as the store keeps it, when the model should read more than the user wrote. Default: the input. */
  readonly storeInputAs?: MessageContent
  /**
   * The queue item that delivered the input. It is marked done in the transaction that stores the input, so after a crash the
   * input is either still queued or in the session. The run fails with a `StoreError` of kind `fenced` when the item's claim
   * was lost first, or the id of an item that is not put was used before.
   */
  readonly settles?: ClaimedItem | UnputItem
  /**
   * Whether a power failure within a second may undo that the input and the final answer were stored; the death of the process may not. For
   * input that its sender keeps until it has stored the answer elsewhere, and sends again otherwise. Calls of tools and their results are
   * kept whatever this says, except those that only read: they are made again. Default false.
   */
  readonly isVolatile?: boolean
  /**
   * The sender of this input, as hooks and tools see it: several people may share a session. Default: the person of the
   * session, or of the parent run.
   */
  readonly userId?: string
  /** Who wrote the input, if not the sender: the server of a prompt. Untrusted origins count as read. Default: the sender. */
  readonly origins?: readonly ContentOrigin[]
  /** The surface's id for the input. Stored as `platformMessageId`, so that the answer can be looked up by it. */
  readonly inputId?: string
  /** Added to each request of this run, after that of the agent. */
  readonly ephemeral?: EphemeralContext
  /** Stored with the session instead of the model's own reference, when another model runs a single turn. */
  readonly reference?: ModelChoice
  /** The run that starts this one. Its budget is shared, and a new session becomes a child of its session. */
  readonly parent?: RunContext
}

export interface ResumeOptions extends Pick<RunOptions, 'signal' | 'taskId' | 'userId' | 'ephemeral' | 'reference'> {
  /**
   * Asked when no other turn of the session runs, in any process: whether its latest turn is still the one to continue. `false` ends the run as
   * failed with the code `run/nothing-to-resume`. Default: it is.
   */
  readonly isWanted?: () => Promise<boolean>
}

export interface CompressSessionOptions extends Omit<CompressOptions, 'signal'> {
  readonly signal?: AbortSignal
  /** Ignores the engine's cooldowns. Default true. */
  readonly force?: boolean
}

export interface SessionContext extends ContextSnapshot {
  /** How close the session is to a compression. Absent without an engine that measures it. */
  readonly measure?: ContextMeasure
}

/** Context that is added to requests and never stored. */
export interface EphemeralContext {
  /** Appended to the system prompt. */
  readonly system?: string
  /** Inserted before the history. */
  readonly prefill?: readonly Message[]
}

/** Initial values of a session. */
export interface SessionSeed {
  /** Default `library`. */
  readonly source?: string
  readonly title?: string
  readonly userId?: string
  readonly workingDirectory?: string
  /** The caller's own instructions: the last section of the session's system prompt. */
  readonly instructions?: string
  /** An earlier conversation to continue from. Its system messages are added to `instructions`. */
  readonly history?: readonly Message[]
}

/**
 * The handle of a turn. Its events can be read once, now or later; leaving the loop early interrupts the turn.
 */
export interface Run extends AsyncIterable<AgentEvent> {
  /** The root id of the session: the same for its whole lineage. */
  readonly sessionId: SessionId
  /** Resolves when the turn has ended and everything is stored. Never rejects: a failure is an outcome. */
  readonly result: Promise<RunResult>
  /**
   * Ends the turn immediately: model call, waits, tools and child runs. Stored messages are kept, and open calls get a result
   * that reports the interrupt, so the history stays valid.
   */
  interrupt(reason?: string, options?: InterruptOptions): void
  /**
   * Sends text to the model while it works: it is delivered with the next tool results of this turn. Text that comes too
   * late is returned in {@link RunResult.undeliveredSteer}, or extends the turn: see {@link SteerOptions.extendsTurn}.
   * @returns `false`, and the text is dropped, when the turn has ended.
   */
  steer(text: string, options?: SteerOptions): boolean
}

export interface SteerOptions {
  /** The surface's id for the text. Stored with it as `platformMessageId`. */
  readonly inputId?: string
  /**
   * Whether the turn goes on with the text when the model has given its answer meanwhile, unless its budget is used up. It is `false` that is
   * returned once the turn has decided to end. Default false: the text is returned undelivered.
   */
  readonly extendsTurn?: boolean
}

export interface InterruptOptions {
  /** Keep the partial answer that was displayed, for a user who redirects the model. Default false. */
  readonly keepPartial?: boolean
}

export interface RunResult {
  readonly sessionId: SessionId
  readonly outcome: TurnOutcome
  /** The answer. Empty unless the turn completed, was halted or exhausted its budget. */
  readonly finalResponse: string
  /** The whole history after the turn. */
  readonly messages: readonly Message[]
  readonly usage: Usage
  /** The number of model calls. */
  readonly iterations: number
  /** Text given to {@link Run.steer} after the last tool results. It was not stored: send it with the next turn. */
  readonly undeliveredSteer?: string
}
