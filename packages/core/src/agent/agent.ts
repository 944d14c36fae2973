import type { ContextEngine } from '../contracts/context-engine.js'
import type { AgentEvent, TurnOutcome } from '../contracts/event.js'
import type { Logger } from '../contracts/logger.js'
import type { Message, MessageContent, ProviderData } from '../contracts/message.js'
import type { Plugin, PromptSection } from '../contracts/plugin.js'
import type { SessionId } from '../contracts/session-id.js'
import type { SessionStore } from '../contracts/session-store.js'
import type { ToolExecutor } from '../contracts/tool.js'
import type { ReasoningEffort, Transport } from '../contracts/transport.js'
import type { Usage } from '../contracts/usage.js'

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
  readonly services?: AgentServices
}

export interface ModelOptions {
  /** The name that the provider knows. */
  readonly id: string
  /** In tokens. Default 128,000. */
  readonly contextWindow?: number
  readonly maxOutputTokens?: number
  readonly reasoning?: ReasoningEffort
  readonly providerOptions?: ProviderData
}

export interface BudgetOptions {
  /** Model calls per turn. Default 90; 0 for no limit. */
  readonly maxIterations?: number
  /** Tell the model at 70 % and 90 % of the budget. Default true. */
  readonly warnings?: boolean
}

/** What tests replace to be deterministic. */
export interface AgentServices {
  /** Default `Date.now`. */
  readonly now?: () => number
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
  /** Ends the turn at once. What was recorded stays, and the history stays valid. */
  interrupt(reason?: string): void
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
}
