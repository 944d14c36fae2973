import type { ToolFacts } from '../calls/tool-traits.js'
import type { ToolCall, ToolMessage } from '../model/message.js'

/**
 * Detects that a turn repeats itself. It warns the model in the repeated tool result, and ends the turn if the repetition continues. Each
 * turn has its own guardrail, so every new user message starts with fresh counts.
 *
 * Every call goes through {@link admit} and then, with its result, through {@link inspect}. This includes refused calls, so the guardrail
 * also stops a model that insists. All calls of an answer go through `admit` before the first of them goes through `inspect`. A turn ends
 * only after a warning in an earlier answer.
 */
export interface Guardrail {
  /**
   * Called before a call runs.
   * @returns the text of the error result when the call must not run; `undefined` when it may.
   */
  admit(call: ToolCall): string | undefined
  /**
   * Called after a call.
   * @returns the same message, or a copy with a warning or a reference to an identical recent result.
   */
  inspect(call: ToolCall, result: ToolMessage, isError: boolean): ToolMessage
  /** Call it when earlier results may have left the context, for example after a compression. The guardrail then no longer refers to them. */
  forgetResults(): void
  /** Set when the turn must end. */
  readonly halt: GuardrailHalt | undefined
}

export interface GuardrailHalt {
  readonly code: GuardrailCode
  /** For the user: what was repeated, how often, how it ended, and what to do. */
  readonly text: string
}

/** Stable, for programs. */
export type GuardrailCode =
  `guardrail/${'same-call' | 'cycle' | 'failing-call' | 'failing-tool' | 'failing-tools' | 'same-result'}`

export interface GuardrailOptions {
  /** Whether to warn the model. Default true. */
  readonly warnings?: boolean
  /** Whether to end a turn that keeps repeating itself. Default true, also without `warnings`. */
  readonly hardStop?: boolean
  readonly warnAfter?: Partial<GuardrailCounts>
  readonly haltAfter?: Partial<GuardrailCounts>
  /** The limit of calls per turn, by tool. 0: no limit. Default: the tool's declaration, see {@link ToolFacts.callsPerTurn}. */
  readonly caps?: Readonly<Record<string, number>>
  /**
   * Looks up the facts of a tool. A successful call of a tool whose effect is not `read` counts as a change, because what failed before may
   * work now. Default: nothing is known about any tool. An agent passes its executor's lookup.
   */
  readonly traitsOf?: (name: string) => ToolFacts | undefined
}

/** The number of occurrences, including the first, until the guardrail acts. 0: never. Defaults are given as warn / halt. */
export interface GuardrailCounts {
  /** The same calls with the same results in consecutive answers. 3 / 5. */
  readonly sameCall: number
  /** A cycle of two to five answers: the same calls with the same results in each round. 3 / 5. */
  readonly cycle: number
  /** One call that fails, with any error, without a change in between. 2 / 5. */
  readonly failingCall: number
  /** One tool that fails, with any arguments, without a success or a change in between. 3 / 8. */
  readonly failingTool: number
  /** Consecutive failures of any tools. 6 / 12. */
  readonly failingTools: number
  /** One tool that returns the same result for different arguments. 3 / 5; for a short result of a read, the same as `failingTool`. */
  readonly sameResult: number
}
