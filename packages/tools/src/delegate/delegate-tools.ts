import type { Tool } from '@hermes/core'
import type { StartTimer } from '@hermes/core/questions'
import { RunningChildren } from '../running-children/running-children.js'
import { defaultDelegateLimits } from './child-task.js'
import type { DelegateToolsOptions } from './delegate-options.js'
import { delegateTaskTool } from './delegate-task.js'
import { delegationsTool } from './delegations.js'

/**
 * Creates the `delegate_task` tool, which delegates tasks to agents that work concurrently, each in its own session, and
 * returns their answers. With `background`, also creates `delegations`, which manages tasks that are still running.
 *
 * Children spend from the budget of the calling run, end when it is interrupted, and appear in its stream as
 * `subagent-event`.
 *
 * @example
 * ```ts
 * const child = createAgent({ transport, model, store, prompt: [childIdentity], tools: readOnly })
 * const registry = createToolRegistry([...fileTools({ environment }), ...delegateTools({ agentFor: () => child })])
 * ```
 */
export function delegateTools(options: DelegateToolsOptions): readonly Tool[] {
  const {
    agentFor,
    background,
    ledger = background?.ledger,
    others = [],
    session = {},
    running = new RunningChildren(),
  } = options
  const limits = { ...defaultDelegateLimits, ...options.limits }
  const services = { startTimer: defaultTimer, monotonic: () => performance.now(), ...options.services }
  const shared = { agentFor, limits, others, session, running, services }
  const delegateTask = delegateTaskTool({ ...shared, ...(background && { background }), ...(ledger && { ledger }) })
  return background ? [delegateTask, delegationsTool({ background, limits, services })] : [delegateTask]
}

/** Starts a timer that keeps the process alive, because the parent waits for its children. */
const defaultTimer: StartTimer = (callback, delayMs) => {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}
