import type { ResumeOptions, RunOptions } from '../../contracts/agent/agent.js'
import type { MessageContent } from '../../contracts/model/message.js'
import type { AgentEvent } from '../../contracts/turn/event.js'
import type { SessionId } from '../../contracts/values/session-id.js'
import type { Wiring } from '../../session/wiring.js'
import type { RunControl } from '../state/run-control.js'
import type { Unstored } from '../state/unstored.js'
import type { SessionLocks } from './session-locks.js'

export interface TurnRequest {
  readonly wiring: Wiring
  readonly locks: SessionLocks
  readonly input: TurnInput
  /** What earlier turns could not store. */
  readonly unstored: Unstored
  readonly sessionId: SessionId
  readonly control: RunControl
  readonly options: RunOptions
  readonly emit: (event: AgentEvent) => void
}

/** What starts a turn once it is the session's. */
export type TurnInput =
  /** Reads the user's input. */
  | (() => MessageContent)
  /** Continues a turn that was cut short. */
  | { readonly isWanted: ResumeOptions['isWanted'] }
