import type { JsonObject } from './json.js'
import type { SessionId } from './session-id.js'

/** Says what one call of a tool would do. Changes nothing; what it throws blocks the call. */
export type AssessCall = (args: JsonObject, context: AssessContext) => Promise<Assessment>

/** Where a call that is assessed would start from. */
export interface AssessContext {
  /** The folder that commands of the task start in, absolute. */
  readonly workingDirectory: string
  /** The user's home where the call runs, absolute. */
  readonly home: string
  /** The folder of the agent's own settings and state, absolute. Default: `.hermes` in the home. */
  readonly agentHome?: string
  /** Absent where something other than a call of the model's is assessed. */
  readonly call?: AssessedCallOrigin
}

/** The call that is assessed, as the tool will see it. */
export interface AssessedCallOrigin {
  readonly callId: string
  readonly sessionId: SessionId
  /** The session of the outermost run. The same as `sessionId` unless a sub-agent makes the call. */
  readonly rootSessionId: SessionId
}

/** What a tool says about one call, for the gate. The gate adds what the user has denied, allowed or answered. */
export interface Assessment {
  /** `run`: nothing speaks against the call. `ask`: a person decides. `refuse`: it never runs. */
  readonly verdict: 'run' | 'ask' | 'refuse'
  /**
   * Why the call does not simply run, one sentence each; empty for `run`. A person who allows a call for the session allows
   * its reasons, so the same risk needs the same sentence.
   */
  readonly reasons: readonly string[]
  /** Exactly what would run, as a person is to see it. Default: the arguments, one line each. */
  readonly subject?: string
  /** The folder that the call runs in, where there is one. */
  readonly workingDirectory?: string
  /** Everything that the call does happens in the environment: in a container, nobody is asked about it. Default false. */
  readonly inEnvironment?: boolean
  /** Every command that the call runs, for patterns that allow or deny commands. Default: none is known. */
  readonly commands?: readonly string[]
  /** The reasons again, each with the command that it was found in; without one where it is about the call as a whole. */
  readonly findings?: readonly AssessmentFinding[]
}

export interface AssessmentFinding {
  readonly reason: string
  readonly command?: string
}

/** For tools whose calls never need a person's consent, such as a list of tasks: `assess: alwaysRuns`. */
export const alwaysRuns: AssessCall = async () => ({ verdict: 'run', reasons: [] })
