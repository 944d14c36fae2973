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

/** A model with its tools and its store. Immutable. Any number of concurrent sessions share it. */
export interface Agent {
  /**
   * Starts a turn and returns immediately. The turn runs even if nobody reads its events. Turns of one session run one after
   * another, in the order of the calls.
   */
  run(input: MessageContent, options?: RunOptions): Run
  /**
   * Runs a turn and resolves to the text of the answer.
   * @throws {HermesError} when the turn failed or was interrupted. The `cause` of an `InterruptError` is the signal's reason.
   */
  chat(input: MessageContent, options?: RunOptions): Promise<string>
  /**
   * Continues the latest turn of a session after a crash, an interrupt or a failure. It does not repeat calls with a stored
   * result, and repeats calls of read-only tools. For all other calls, the model learns that the outcome is unknown.
   * Resolves immediately with the stored answer if the turn had ended.
   */
  resume(sessionId: SessionId, options?: ResumeOptions): Run
  /**
   * Compresses a session between turns. It waits for a running turn, and the next turn waits for it. The session changes only if
   * the outcome is `compressed`.
   * @throws {StoreError} `not-found`; rejects with the signal's reason when it is aborted.
   */
  compress(sessionId: SessionId, options?: CompressSessionOptions): Promise<CompressionOutcome>
  /**
   * Returns the context of the session's next request, without a new user message.
   * @throws {StoreError} `not-found`.
   */
  context(sessionId: SessionId): Promise<SessionContext>
  /** Returns a handle on one session, new or stored. Performs no I/O. */
  session(id?: SessionId): Session
}

/** One conversation of an agent. */
export interface Session {
  readonly id: SessionId
  /** See {@link Agent.run}. */
  run(input: MessageContent, options?: Omit<RunOptions, 'sessionId'>): Run
  /**
   * Adds input for the turn after the running one. Inputs that are queued before that turn starts are joined into one message,
   * and each call returns the handle of that turn.
   */
  queue(input: MessageContent): Run
  /** See {@link Agent.resume}. */
  resume(options?: ResumeOptions): Run
  /** See {@link Agent.compress}. */
  compress(options?: CompressSessionOptions): Promise<CompressionOutcome>
  /** See {@link Agent.context}. */
  context(): Promise<SessionContext>
  /**
   * Marks the session as ended. You can still continue it.
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
  /** If a plugin has tools, they are added to `tools`, which must then be an executor with `withTools`. */
  readonly plugins?: readonly Plugin[]
  /** Sections of the system prompt, in order, before the plugins' sections. Default: one sentence of identity. */
  readonly prompt?: readonly PromptSection[]
  /** Added to each request of every run, before the run's own ephemeral context. Sub-agents do not get it. Default: none. */
  readonly ephemeral?: EphemeralContext
  readonly budget?: BudgetOptions
  /** When to warn and when to stop a turn that repeats itself. */
  readonly guardrail?: GuardrailOptions
  readonly services?: AgentServices
}

export interface ModelOptions {
  /** The provider's name for the model. */
  readonly id: string
  /** The provider's name in usage accounts. Default: the id of the transport. */
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
  /** A choice that resolves to this model. Stored with the session, so that the session can be resumed. */
  readonly reference?: ModelChoice
}

/** Options for requests at the beginning of a turn, which replace the model's options. Retries and fallbacks of a request keep its options. */
export interface TurnOpening {
  readonly providerOptions: ProviderData
  /** How long after the start of the turn requests still get these options. */
  readonly durationMs: number
  /** Applies only to the first turn of a session. Default: applies to each turn. */
  readonly isFirstTurnOnly?: boolean
}

/** What one turn, including all runs that it starts, may spend. 0: no limit. */
export interface BudgetOptions {
  /** Model calls. Default 90. */
  readonly maxIterations?: number
  /** Input and output tokens. Default 0. */
  readonly maxTokens?: number
  /** Wall-clock time, checked before each model call. Default 0. */
  readonly maxDurationMs?: number
  /** US dollars. Calls without a known price do not count. Default 0. */
  readonly maxCostUsd?: number
  /** Warns the model at 70 % and 90 % of a limit. Default true. */
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
  /** The input as the store keeps it, for a model that should read more than the user wrote. Default: the input. */
  readonly storeInputAs?: MessageContent
  /**
   * The queue item that delivered the input. The transaction that stores the input also marks the item as done, so after a crash the
   * input is either still queued or in the session. The run fails with a `StoreError` of kind `fenced` if the item's claim
   * was lost first, or if the id of an unput item was used before.
   */
  readonly settles?: ClaimedItem | UnputItem
  /**
   * If true, a power failure may undo the storing of the input and of the final answer for a second after it; the death of the process may
   * not. Use it for input that its sender keeps until it has stored the answer elsewhere, and otherwise sends again. Tool calls and their
   * results are kept in any case, except for calls that only read: these are made again. Default false.
   */
  readonly isVolatile?: boolean
  /**
   * The sender of this input, as hooks and tools see it. Several people may share a session. Default: the person of the
   * session or of the parent run.
   */
  readonly userId?: string
  /** Who wrote the input, if not the sender: for example the server of a prompt. Untrusted origins count as read. Default: the sender. */
  readonly origins?: readonly ContentOrigin[]
  /** The surface's id for the input. Stored as `platformMessageId`, so that the surface can look up the answer by it. */
  readonly inputId?: string
  /** Added to each request of this run, after the agent's ephemeral context. */
  readonly ephemeral?: EphemeralContext
  /** Stored with the session instead of the model's own reference, for a single turn that another model runs. */
  readonly reference?: ModelChoice
  /** The run that starts this one. Both share its budget, and a new session becomes a child of its session. */
  readonly parent?: RunContext
}

export interface ResumeOptions extends Pick<RunOptions, 'signal' | 'taskId' | 'userId' | 'ephemeral' | 'reference'> {
  /**
   * Called when no other turn of the session runs in any process. Returns whether the session's latest turn is still the one to continue;
   * `false` ends the run as failed with the code `run/nothing-to-resume`. Default: continue.
   */
  readonly isWanted?: () => Promise<boolean>
}

export interface CompressSessionOptions extends Omit<CompressOptions, 'signal'> {
  readonly signal?: AbortSignal
  /** Ignores the engine's cooldowns. Default true. */
  readonly force?: boolean
}

export interface SessionContext extends ContextSnapshot {
  /** How close the session is to a compression. Absent if the engine does not measure it. */
  readonly measure?: ContextMeasure
}

/** Context that the agent adds to requests and never stores. */
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
 * The handle of a turn. You can read its events once, now or later. Leaving the loop early interrupts the turn.
 */
export interface Run extends AsyncIterable<AgentEvent> {
  /** The root id of the session, the same for its whole lineage. */
  readonly sessionId: SessionId
  /** Resolves when the turn has ended and everything is stored. Never rejects: a failure is an outcome. */
  readonly result: Promise<RunResult>
  /**
   * Ends the turn immediately, with its model call, waits, tools and child runs. Stored messages are kept, and open calls get a
   * result that reports the interrupt, so the history stays valid.
   */
  interrupt(reason?: string, options?: InterruptOptions): void
  /**
   * Sends text to the model while it works. The model reads the text with the next tool results of this turn. Text that comes too
   * late is returned in {@link RunResult.undeliveredSteer}, or extends the turn: see {@link SteerOptions.extendsTurn}.
   * @returns `false` if the turn has ended; the text is then dropped.
   */
  steer(text: string, options?: SteerOptions): boolean
  /**
   * Takes back the texts of {@link Run.steer} with this `inputId`.
   * @returns `false` when there are none, or they were delivered: the model reads them.
   */
  withdrawSteer(inputId: string): boolean
}

export interface SteerOptions {
  /** The surface's id for the text. Stored with it as `platformMessageId`. */
  readonly inputId?: string
  /**
   * Continues the turn with the text if the model has given its answer meanwhile, unless the budget is used up. `steer` returns `false` once
   * the turn has decided to end. Default false: the text is returned undelivered.
   */
  readonly extendsTurn?: boolean
}

export interface InterruptOptions {
  /** Keeps the partial answer that was displayed, for a user who redirects the model. Default false. */
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
  /** Text that {@link Run.steer} got after the last tool results. It was not stored: send it with the next turn. */
  readonly undeliveredSteer?: string
}
