import { createBudget } from '../budget/create-budget.js'
import type { RunContext } from '../contracts/run-context.js'
import type { TurnRequest } from './take-turn.js'

/** A child spends from its parent's budget and belongs to the run that a user started. */
export function toRunContext({ wiring, sessionId, options: { parent }, emit }: TurnRequest): RunContext {
  return {
    sessionId,
    rootSessionId: parent?.rootSessionId ?? sessionId,
    depth: parent ? parent.depth + 1 : 0,
    budget: parent?.budget ?? createBudget(wiring.budget.limits, wiring.services.monotonic),
    emit,
  }
}
