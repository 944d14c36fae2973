import { createBudget } from '../../budget/create-budget.js'
import type { SessionOrigin } from '../../contracts/sessions/session-event.js'
import type { RunContext } from '../../contracts/turn/run-context.js'
import type { ReadOrigins } from '../../contracts/values/content-origin.js'
import type { TurnHooks } from '../../hooks/turn-hooks.js'
import type { TurnRequest } from './turn-request.js'

/**
 * Creates the context of a run. A child spends from its parent's budget, belongs to the outermost run, and waits while its
 * parent's context is paused.
 */
export function toRunContext(
  request: TurnRequest,
  own: { readonly hooks: TurnHooks; readonly origin: SessionOrigin; readonly origins: ReadOrigins },
): RunContext {
  const { wiring, sessionId, options, emit } = request
  const { hooks, origin, origins } = own
  const { parent } = options
  return {
    ...origin,
    sessionId,
    rootSessionId: parent?.rootSessionId ?? sessionId,
    depth: parent ? parent.depth + 1 : 0,
    budget: parent?.budget ?? createBudget(wiring.budget.limits, wiring.services.monotonic),
    origins,
    emit,
    hooks,
    ...(parent?.untilResumed && { untilResumed: parent.untilResumed }),
  }
}
