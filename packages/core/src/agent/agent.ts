import type { CompressOptions, ContextEngine, ContextMeasure } from '../contracts/context-engine.js'
import type { ContextSnapshot } from '../contracts/context-snapshot.js'
import type { AgentEvent, CompressionOutcome, TurnOutcome } from '../contracts/event.js'
import type { Logger } from '../contracts/logger.js'
import type { Message, MessageContent, ProviderData } from '../contracts/message.js'
import type { Plugin, PromptSection } from '../contracts/plugin.js'
import type { RunContext } from '../contracts/run-context.js'
import type { SessionId } from '../contracts/session-id.js'
import type { SessionStore } from '../contracts/session-store.js'
import type { ToolExecutor } from '../contracts/tool.js'
import type { ReasoningEffort, Transport } from '../contracts/transport.js'
import type { TurnLeases } from '../contracts/turn-leases.js'
import type { Usage } from '../contracts/usage.js'
import type { ClaimedItem } from '../contracts/work-queue.js'
import type { GuardrailOptions } from '../guardrail/guardrail.js'

/** A model, its tools and its memory, wired. Immutable; serves any number of sessions at the same time. */
export interface Agent {
  /**
   * Starts a turn and returns at once. The turn goes on whether or not anybody reads its events. Turns of one session
   * run one after the other, in the order of the calls.
   */
  run(input: MessageContent, options?: RunOptions): Run
  /**
   * The text of the answer, and nothing else.
   * @throws {HermesError} when the turn failed or was interrupted.
   */
  chat(input: MessageContent, options?: RunOptions): Promise<string>
  /**
   * Goes on with the newest turn of a session that a crash, an interrupt or a failure cut short. What was stored stays:
   * calls that have a result are not made again, calls of tools that only read are, and of the rest the model is told that
   * their outcome is unknown. Completes at once, with the stored answer, when the turn had ended.
   */
  resume(sessionId: SessionId, options?: ResumeOptions): Run
  /**
   * Shortens a session between its turns: it waits for a turn that runs, and the next one waits for it. Nothing is changed
   * unless the outcome is `compressed`.
   * @throws {StoreError} `not-found`; rejects with the reason of `signal` when it is aborted.
   */
  compress(sessionId: SessionId, options?: CompressSessionOptions): Promise<CompressionOutcome>
  /**
   * What the next request of a session would carry before its user says anything more.
   * @throws {StoreError} `not-found`.
   */
  context(sessionId: SessionId): Promise<SessionContext>
  /** A handle on one session, new or stored. Opens nothing. */
  session(id?: SessionId): Session
}

/** One conversation of an agent. */
export interface Session {
  readonly id: SessionId
  /** See {@link Agent.run}. */
  run(input: MessageContent, options?: Omit<RunOptions, 'sessionId'>): Run
  /**
   * Says something for the turn after the one that runs now. What is queued until then becomes one message: each call
   * returns the handle on that same turn.
   */
  queue(input: MessageContent): Run
  /** See {@link Agent.resume}. */
  resume(options?: ResumeOptions): Run
  /** See {@link Agent.compress}. */
  compress(options?: CompressSessionOptions): Promise<CompressionOutcome>
  /** See {@link Agent.context}. */
  context(): Promise<SessionContext>
  /**
   * Marks the session as ended. It can still be gone on with.
   * @throws {StoreError} `not-found`.
   */
  end(reason: string): Promise<void>
}

export interface AgentOptions {
  readonly transport: Transport
  readonly model: ModelOptions
  /** Default: no tools. */
  readonly tools?: ToolExecutor
  /** Default: kept in memory, gone with the process. */
  readonly store?: SessionStore
  /** Default: never compresses. */
  readonly contextEngine?: ContextEngine
  readonly plugins?: readonly Plugin[]
  /** The system prompt, in this order, before the sections of the plugins. Default: one sentence of identity. */
  readonly prompt?: readonly PromptSection[]
  readonly budget?: BudgetOptions
  /** When a turn that goes round in circles is warned and ended. */
  readonly guardrail?: GuardrailOptions
  /** Default: other processes are not kept out of a session that this one works on. */
  readonly leases?: TurnLeases
  readonly services?: AgentServices
}

export interface ModelOptions {
  /** The name that the provider knows. */
  readonly id: string
  /** Who serves it, as accounts of usage name it. Default: the id of the transport. */
  readonly provider?: string
  /** In tokens. Default 128,000. */
  readonly contextWindow?: number
  /** In tokens. Default: as the provider has it. */
  readonly maxOutputTokens?: number
  /** The longest answer that the model can give, in tokens: how far `maxOutputTokens` may be raised for a call that was cut off. */
  readonly outputLimit?: number
  readonly reasoning?: ReasoningEffort
  readonly providerOptions?: ProviderData
}

/** What one turn may spend, all the runs together that it starts. 0: no limit. */
export interface BudgetOptions {
  /** Model calls. Default 90. */
  readonly maxIterations?: number
  /** Tokens, read and written. Default 0. */
  readonly maxTokens?: number
  /** Time on the clock. Checked before each model call. Default 0. */
  readonly maxDurationMs?: number
  /** US dollars; calls without a known price do not count. Default 0. */
  readonly maxCostUsd?: number
  /** Tell the model at 70 % and 90 % of a limit. Default true. */
  readonly warnings?: boolean
}

/** What tests replace to be deterministic. */
export interface AgentServices {
  /** Default `Date.now`. */
  readonly now?: () => number
  /** Milliseconds that never go back, for durations. Default `performance.now`. */
  readonly monotonic?: () => number
  /** Default: random hex digits from Web Crypto. */
  readonly randomHex?: (digits: number) => string
  /** Default: silent. */
  readonly logger?: Logger
}

export interface RunOptions {
  /** Goes on with this session, or begins one with this id. Default: a new session. */
  readonly sessionId?: SessionId
  readonly signal?: AbortSignal
  /** Used when the session does not exist yet. */
  readonly session?: SessionSeed
  /** Default: the session's id. */
  readonly taskId?: string
  /** What the store keeps of the input, where the model is to read more than what the user said. Default: the input. */
  readonly storeInputAs?: MessageContent
  /**
   * The item of the store's queue that brought the input. It is done in the transaction that stores the input: after a crash
   * it is either still in the queue or answered for by the session. The run fails with a `StoreError` of the kind `fenced`
   * when the item's claim was lost before that.
   */
  readonly settles?: ClaimedItem
  readonly ephemeral?: EphemeralContext
  /** The run that starts this one: its budget is shared, and a new session becomes a child of its session. */
  readonly parent?: RunContext
}

export type ResumeOptions = Pick<RunOptions, 'signal' | 'taskId' | 'ephemeral'>

export interface CompressSessionOptions extends Omit<CompressOptions, 'signal'> {
  readonly signal?: AbortSignal
  /** Default true: the engine's own cooldowns do not count. */
  readonly force?: boolean
}

export interface SessionContext extends ContextSnapshot {
  /** How near the session is to a compression. Absent where the engine does not tell, or there is none. */
  readonly measure?: ContextMeasure
}

/** Part of each request of a run, and of nothing else: it is never stored. */
export interface EphemeralContext {
  /** Joins the end of the system prompt. */
  readonly system?: string
  /** Stands before the history. */
  readonly prefill?: readonly Message[]
}

/** How a session begins. */
export interface SessionSeed {
  /** Default `library`. */
  readonly source?: string
  readonly title?: string
  readonly userId?: string
  readonly workingDirectory?: string
  /** The caller's own system text: becomes the last section of the session's system prompt. */
  readonly instructions?: string
  /** An earlier conversation to go on from. System messages in it join `instructions`. */
  readonly history?: readonly Message[]
}

/**
 * The handle on a turn. Its events may be read by one reader, now or later; leaving the loop early interrupts the turn.
 */
export interface Run extends AsyncIterable<AgentEvent> {
  /** The session's id as a person sees it: the same for its whole lineage. */
  readonly sessionId: SessionId
  /** Resolves when the turn has ended and everything is stored. Never rejects: a failure is an outcome. */
  readonly result: Promise<RunResult>
  /**
   * Ends the turn at once: model call, waits, tools, child runs. What was recorded stays, and the history stays valid: open
   * calls get a result that says so.
   */
  interrupt(reason?: string, options?: InterruptOptions): void
  /**
   * Says something to the model while it works: it reads it with the results of the calls that run now, in this turn. What
   * comes too late for that is in {@link RunResult.undeliveredSteer}.
   * @returns `false`, and the text is not taken, when the turn has ended.
   */
  steer(text: string): boolean
}

export interface InterruptOptions {
  /** Keep the text that was shown of the answer under way, for a user who redirects the model. Default false. */
  readonly keepPartial?: boolean
}

export interface RunResult {
  readonly sessionId: SessionId
  readonly outcome: TurnOutcome
  /** The answer; empty unless the turn completed or ran out of its budget. */
  readonly finalResponse: string
  /** The whole history after the turn. */
  readonly messages: readonly Message[]
  readonly usage: Usage
  /** Model calls made. */
  readonly iterations: number
  /** What {@link Run.steer} was given after the last results: not stored, for the next turn. */
  readonly undeliveredSteer?: string
}
