import type { ToolCall, ToolMessage } from './message.js'
import type { ToolFacts } from './tool-traits.js'

/**
 * Notices that a turn goes in circles: warns the model in the tool result that repeats, and ends the turn when it goes on.
 * One per turn, so that a new message of the user begins with a clean slate.
 *
 * Every call goes through {@link admit} and then, with its result, through {@link inspect}: refused calls too, so that a
 * model that insists is stopped as well. The calls of one answer are all admitted before the first of them is inspected.
 * Nothing is stopped before the model has had a warning about it in an earlier answer.
 */
export interface Guardrail {
  /**
   * Before a call runs.
   * @returns why the call must not run: the text of its error result; `undefined` when it may run.
   */
  admit(call: ToolCall): string | undefined
  /**
   * After a call.
   * @returns the very same message, or a copy that carries a warning or refers to an identical result shortly before it.
   */
  inspect(call: ToolCall, result: ToolMessage, isError: boolean): ToolMessage
  /** To be called when earlier results may have left the context, as after a compression: none is referred to then. */
  forgetResults(): void
  /** Set once the turn must end. */
  readonly halt: GuardrailHalt | undefined
}

export interface GuardrailHalt {
  readonly code: GuardrailCode
  /** For the user: what was repeated, how often, how it ended, and what they can do. */
  readonly text: string
}

/** Stable, for programs. */
export type GuardrailCode =
  `guardrail/${'same-call' | 'cycle' | 'failing-call' | 'failing-tool' | 'failing-tools' | 'same-result'}`

export interface GuardrailOptions {
  /** Whether the model is warned. Default true. */
  readonly warnings?: boolean
  /** Whether a turn that goes on in circles is ended. Default true, also without `warnings`. */
  readonly hardStop?: boolean
  readonly warnAfter?: Partial<GuardrailCounts>
  readonly haltAfter?: Partial<GuardrailCounts>
  /** Calls per turn by tool; 0: no limit. Default: what each tool says of itself, see {@link ToolFacts.callsPerTurn}. */
  readonly caps?: Readonly<Record<string, number>>
  /**
   * What is known of a tool. A success of one that does not only `read` counts as a change: what failed before may work now.
   * Default: nothing is known of any. An agent's guardrail asks the agent's executor.
   */
  readonly traitsOf?: (name: string) => ToolFacts | undefined
}

/** How often, the first time included, before something is done about it; 0: never. Defaults as warn / halt. */
export interface GuardrailCounts {
  /** The same calls with the same results, one answer after the other. 3 / 5. */
  readonly sameCall: number
  /** Two to five different answers in turn: the same calls with the same results in each round. 3 / 5. */
  readonly cycle: number
  /** One call that fails, whatever the error, with no change made in between. 2 / 5. */
  readonly failingCall: number
  /** One tool that fails, whatever the arguments, with no success and no change in between. 3 / 8. */
  readonly failingTool: number
  /** Nothing but failures, whatever the tool. 6 / 12. */
  readonly failingTools: number
  /** One tool that gives the same result to different arguments. 3 / 5; a short result of a reading tool: as `failingTool`. */
  readonly sameResult: number
}
