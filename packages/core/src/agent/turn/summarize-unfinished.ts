import type { ModelRequest } from '../../contracts/model/model-request.js'
import type { BudgetLimit } from '../../contracts/turn/budget.js'
import type { TurnOutcome } from '../../contracts/turn/event.js'
import { type Answer, askModel } from '../model/ask-model.js'
import { buildRequest } from '../model/build-request.js'
import type { Turn } from '../state/turn.js'

const notice =
  '[BUDGET EXHAUSTED: no more tool calls are possible in this turn. Answer now: say what was done, what was found, and what is left to do.]'

/**
 * Called when the budget is used up. The model gets one more call to finish, and if it still calls tools, another one without
 * tools. Neither counts against the budget. A child whose parent's budget was already used up has nothing to summarize and makes
 * no call.
 */
export async function summarizeUnfinished(turn: Turn): Promise<TurnOutcome> {
  const limit = turn.budget.exhausted() ?? 'iterations'
  const { limits, spent } = turn.budget
  turn.emit({ type: 'budget', level: 'exhausted', limit, limits, spent })
  if (turn.iterations === 0) return notBegun(turn, limit)
  turn.notify(
    'budget-exhausted',
    `The limit of ${describe[limit](limits[limit])} for one turn was reached; asking the model for a summary.`,
  )
  const request = buildRequest(turn, notice)
  const graceful = await ask(turn, request)
  const { message, reason, text } = graceful.message.tool_calls ? await ask(turn, { ...request, tools: [] }) : graceful
  const { tool_calls: _, ...answer } = message
  const content = text.trim() === '' ? 'The turn ended before the work was finished.' : text
  await turn.store({ ...answer, content }, { finishReason: reason })
  return { status: 'exhausted', text: content, limit }
}

async function notBegun(turn: Turn, limit: BudgetLimit): Promise<TurnOutcome> {
  const text = 'The budget was used up before the work began.'
  turn.emit({ type: 'text-delta', text })
  await turn.store({ role: 'assistant', content: text }, { finishReason: 'other' })
  return { status: 'exhausted', text, limit }
}

const describe: Readonly<Record<BudgetLimit, (limit: number) => string>> = {
  iterations: (limit) => `${limit} model calls`,
  tokens: (limit) => `${limit} tokens`,
  durationMs: (limit) => `${limit / 1000} seconds`,
  costUsd: (limit) => `$${limit}`,
}

function ask(turn: Turn, request: ModelRequest): Promise<Answer> {
  turn.iterations += 1
  turn.emit({ type: 'iteration-start', iteration: turn.iterations, maxIterations: turn.budget.limits.iterations })
  return askModel(turn, request)
}
