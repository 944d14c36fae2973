import type { TurnOutcome } from '../contracts/event.js'
import { buildRequest } from './build-request.js'
import { askModel } from './call-model.js'
import type { Reply } from './collect-reply.js'
import type { Turn } from './turn.js'

const notice =
  '[BUDGET EXHAUSTED: no more tool calls are possible in this turn. Answer now: say what was done, what was found, and what is left to do.]'

/**
 * The budget is used up: the model gets one more call to end by itself, and if it still calls tools, one without any.
 * Neither counts against the budget.
 */
export async function summarizeUnfinished(turn: Turn): Promise<TurnOutcome> {
  turn.emit({
    type: 'notice',
    code: 'budget-exhausted',
    text: `The limit of ${turn.budget.max} model calls for one turn is reached; the model is asked to sum up.`,
  })
  const request = await buildRequest(turn, notice)
  const graceful = await ask(turn, request)
  const reply = graceful.message.tool_calls ? await ask(turn, { ...request, tools: [] }) : graceful
  const { tool_calls: _, ...message } = reply.message
  const text = message.content?.trim() ? message.content : 'The turn ended before the work was finished.'
  await turn.store({ ...message, content: text }, { finishReason: reply.reason, usage: reply.usage })
  return { status: 'exhausted', text }
}

function ask(turn: Turn, request: Parameters<typeof askModel>[1]): Promise<Reply> {
  turn.iterations += 1
  turn.emit({ type: 'iteration-start', iteration: turn.iterations, maxIterations: turn.budget.max })
  return askModel(turn, request)
}
