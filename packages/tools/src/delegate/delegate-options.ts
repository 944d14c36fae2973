import type { SessionSeed } from '@hermes/core'
import type { StartTimer } from '@hermes/core/questions'
import type { BackgroundChildren } from './background-children.js'
import type { ChildLedger } from './child-ledger.js'
import type { AgentFor, DelegateLimits } from './child-task.js'

export interface DelegateToolsOptions {
  readonly agentFor: AgentFor
  readonly limits?: Partial<DelegateLimits>
  /** How the sessions of children begin. */
  readonly session?: Pick<SessionSeed, 'userId' | 'workingDirectory'>
  /** Lets children go on after their call. Default: they are waited for, whatever the call says. */
  readonly background?: BackgroundChildren
  /** Keeps what became of children. Default: that of `background`; without either, nothing but their own sessions does. */
  readonly ledger?: ChildLedger
  readonly services?: Partial<DelegateServices>
}

/** What tests replace to be deterministic. */
export interface DelegateServices {
  /** Default: `setTimeout`. */
  readonly startTimer: StartTimer
  /** Milliseconds that never go back. Default `performance.now`. */
  readonly monotonic: () => number
}
