import type { HermesError } from '../errors/errors.js'
import type { AuxiliaryTask } from '../values/auxiliary-task.js'
import type { SessionId } from '../values/session-id.js'
import type { AssistantMessage } from './message.js'
import type { ModelRequest } from './model-request.js'
import type { FinishReason, Usage } from './usage.js'

/** One attempt of a side task (a title, a summary) at one provider. */
export interface SideCall {
  readonly task: AuxiliaryTask
  readonly provider: string
  /** The request as Hermes sends it: `model` is the one that this provider is asked for. */
  readonly request: ModelRequest
  /** The session that the call counts toward. Absent if the call belongs to no session. */
  readonly sessionId?: SessionId
}

export interface EndedSideCall extends SideCall {
  readonly durationMs: number
  readonly outcome: SideCallOutcome
}

export type SideCallOutcome =
  | {
      readonly status: 'answered'
      readonly message: AssistantMessage
      readonly reason: FinishReason
      readonly usage: Usage
    }
  /** The task may ask another provider next. */
  | { readonly status: 'failed'; readonly error: HermesError }

/** Watches the attempts of side tasks. Its members never throw and never hang. */
export interface SideCallWatch {
  before(call: SideCall): Promise<void> | void
  /** Not called for an attempt that was interrupted. */
  after(call: EndedSideCall): Promise<void> | void
}
