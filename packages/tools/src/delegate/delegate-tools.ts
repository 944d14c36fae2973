import type { Tool } from '@hermes/core'
import type { StartTimer } from '@hermes/core/questions'
import { defaultDelegateLimits } from './child-task.js'
import type { DelegateToolsOptions } from './delegate-options.js'
import { delegateTaskTool } from './delegate-task.js'
import { delegationsTool } from './delegations.js'

/**
 * `delegate_task`: hands tasks to agents that work on them at the same time, each in a session of its own, and comes back
 * with what each of them answers. With `background` also `delegations`, which asks after those that still work.
 *
 * The children spend from the budget of the run that makes the call, end when it is interrupted, and show what they do in
 * its stream as `subagent-event`.
 *
 * @example
 * ```ts
 * const child = createAgent({ transport, model, store, prompt: [childIdentity], tools: readOnly })
 * const registry = createToolRegistry([...fileTools({ environment }), ...delegateTools({ agentFor: () => child })])
 * ```
 */
export function delegateTools(options: DelegateToolsOptions): readonly Tool[] {
  const { agentFor, background, ledger = background?.ledger, session = {} } = options
  const limits = { ...defaultDelegateLimits, ...options.limits }
  const services = { startTimer: defaultTimer, monotonic: () => performance.now(), ...options.services }
  const shared = { agentFor, limits, session, services }
  const delegateTask = delegateTaskTool({ ...shared, ...(background && { background }), ...(ledger && { ledger }) })
  return background ? [delegateTask, delegationsTool({ background, limits, services })] : [delegateTask]
}

/** Holds the process: whoever started the children waits for them. */
const defaultTimer: StartTimer = (callback, delayMs) => {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}
