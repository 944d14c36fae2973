import type { SessionSeed } from '@hermes/core'
import type { StartTimer } from '@hermes/core/questions'
import type { RunningChildren } from '../running-children/running-children.js'
import type { BackgroundChildren } from './background-children.js'
import type { ChildLedger } from './child-ledger.js'
import type { AgentFor, DelegateLimits, OtherAgent } from './child-task.js'

export interface DelegateToolsOptions {
  readonly agentFor: AgentFor
  readonly limits?: Partial<DelegateLimits>
  /** Agent programs that a task may name. Default: none. */
  readonly others?: readonly OtherAgent[]
  /** Initial values for the sessions of children. */
  readonly session?: Pick<SessionSeed, 'userId' | 'workingDirectory'>
  /** Enables background children. Default: every call waits for its children. */
  readonly background?: BackgroundChildren
  /** Stores how children ended. Default: the ledger of `background`. Without either, only the children's sessions store it. */
  readonly ledger?: ChildLedger
  /** Lets people watch, steer and stop children. Default: none. */
  readonly running?: RunningChildren
  readonly services?: Partial<DelegateServices>
}

/** Services that tests can replace. */
export interface DelegateServices {
  /** Default: `setTimeout`. */
  readonly startTimer: StartTimer
  /** Monotonic clock in milliseconds. Default: `performance.now`. */
  readonly monotonic: () => number
}
