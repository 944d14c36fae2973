import type { RunOptions } from '../../contracts/agent.js'
import type { AgentEvent } from '../../contracts/event.js'
import type { MessageContent } from '../../contracts/message.js'
import type { SessionId } from '../../contracts/session-id.js'
import type { Wiring } from '../../session/wiring.js'
import type { RunControl } from '../state/run-control.js'
import type { SessionLocks } from './session-locks.js'

export interface TurnRequest {
  readonly wiring: Wiring
  readonly locks: SessionLocks
  /** Resolves the user's input when it is the session's turn; `undefined` to continue a turn that was cut short. */
  readonly input: () => MessageContent | undefined
  readonly sessionId: SessionId
  readonly control: RunControl
  readonly options: RunOptions
  readonly emit: (event: AgentEvent) => void
}
