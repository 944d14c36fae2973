import type { ContentOrigin } from '../values/content-origin.js'
import type { JsonObject } from '../values/json.js'
import type { SessionId } from '../values/session-id.js'

/** Says what one call of a tool would do. Must have no side effects. If it throws, the call is blocked. */
export type AssessCall = (args: JsonObject, context: AssessContext) => Promise<Assessment>

/** Where an assessed call would start. */
export interface AssessContext {
  /** The absolute path of the folder in which the task's commands start. */
  readonly workingDirectory: string
  /** The absolute path of the user's home where the call runs. */
  readonly home: string
  /** The absolute path of the folder with the agent's settings and state. Default: `.hermes` in the home. */
  readonly agentHome?: string
  /** The absolute path of the folder with the agent's program. Programs that start from there are the agent. Default: the agent is recognized by name only. */
  readonly agentProgram?: string
  /** The absolute path of the folder that the conversation works in, wherever its shell is. Default: `workingDirectory`. */
  readonly workspace?: string
  /** Absent if a model did not make the call. */
  readonly call?: AssessedCallOrigin
  /** The untrusted origins that the conversation has read from, without those that the owner trusts. Default: none. */
  readonly untrusted?: readonly ContentOrigin[]
}

/** The assessed call, as the tool will receive it. */
export interface AssessedCallOrigin {
  readonly callId: string
  readonly sessionId: SessionId
  /** The session of the outermost run. The same as `sessionId` unless a sub-agent makes the call. */
  readonly rootSessionId: SessionId
}

/** A tool's assessment of one call. The gate adds the user's rules and answers. */
export interface Assessment {
  /** `run`: no objection. `ask`: a person decides. `refuse`: the call never runs. */
  readonly verdict: 'run' | 'ask' | 'refuse'
  /**
   * Why the call needs a decision, one sentence per reason; empty for `run`. A person who allows a call for the session allows its
   * reasons, so the same risk needs the same sentence.
   */
  readonly reasons: readonly string[]
  /** Exactly what would run, as shown to a person. Default: the arguments, one line each. */
  readonly subject?: string
  /** The folder that the call runs in, if any. */
  readonly workingDirectory?: string
  /** Whether the whole effect of the call stays inside the environment. In a container, such a call needs no approval. Default false. */
  readonly inEnvironment?: boolean
  /** Every command that the call runs, in each form that a deny pattern may name. Default: unknown. */
  readonly commands?: readonly string[]
  /** The reasons, each with the command that it was found in. A reason about the call as a whole has no command. */
  readonly findings?: readonly AssessmentFinding[]
  /** What the answer `session` covers. Default: calls that are flagged for the same reasons. */
  readonly consent?: SessionConsent
  /**
   * What the call does beyond the conversation. Once the conversation has read untrusted content, the gate asks about these effects,
   * whatever the verdict. Default: unknown, which counts as such an effect unless the tool only reads.
   */
  readonly outward?: readonly OutwardEffect[]
  /** Where the result will come from, if the call shows it: the host of a download. Default: the tool's own `origins`. */
  readonly origins?: readonly ContentOrigin[]
}

/** An effect of a call beyond its conversation. */
export interface OutwardEffect {
  /** `sends`: data leaves the machine. `lasts`: later conversations, or other programs, act on it. */
  readonly kind: 'sends' | 'lasts'
  /** Completes "it wants to", for people: `send data to example.com`. The same effect needs the same text. */
  readonly does: string
}

/** What a person allows for the rest of a session. */
export interface SessionConsent {
  /** A phrase for people: `rm with paths inside /work`. */
  readonly text: string
  /** A later call is covered once all of its keys were granted. */
  readonly keys: readonly string[]
}

export interface AssessmentFinding {
  readonly reason: string
  readonly command?: string
}

/** For tools whose calls never need approval, for example a task list: `assess: alwaysRuns`. */
export const alwaysRuns: AssessCall = async () => ({ verdict: 'run', reasons: [], outward: [] })
