import { budgetNotice } from '../../budget/budget-notice.js'
import { TransportError } from '../../contracts/errors/errors.js'
import type { ModelRequest } from '../../contracts/model/model-request.js'
import { compressOverflow } from '../compression/compress.js'
import type { Turn } from '../state/turn.js'
import { type Answer, askModel } from './ask-model.js'
import { buildRequest } from './build-request.js'

/** How often a conversation that the provider rejected as too long is compressed and sent again. */
const maxOverflows = 3

export interface CallOptions {
  /** The last message of this request only. Never stored. */
  readonly nudge?: string
}

/** Makes one model call with the current conversation and returns the answer. */
export async function callModel(turn: Turn, { nudge }: CallOptions = {}): Promise<Answer> {
  const first = beginIteration(turn)
  for (let attempt = 1; ; attempt++) {
    const request = attempt === 1 ? first : buildRequest(turn)
    try {
      return await askModel(turn, nudge === undefined ? request : withNudge(request, nudge))
    } catch (error) {
      const isOverflow = TransportError.is(error) && error.kind === 'context-overflow'
      if (!isOverflow || attempt > maxOverflows || !(await compressOverflow(turn, error))) throw error
    }
  }
}

/** Adds a nudge at the end of a request, whose prefix keeps its bytes. */
function withNudge(request: ModelRequest, nudge: string): ModelRequest {
  return { ...request, messages: [...request.messages, { role: 'user', content: nudge }] }
}

function beginIteration(turn: Turn): ModelRequest {
  turn.iterations += 1
  turn.emit({ type: 'iteration-start', iteration: turn.iterations, maxIterations: turn.budget.limits.iterations })
  const notice = turn.wiring.budget.warnings ? budgetNotice(turn.budget) : undefined
  if (notice) {
    const { limits, spent } = turn.budget
    turn.emit({ type: 'budget', level: notice.level, limit: notice.limit, limits, spent })
  }
  return buildRequest(turn, notice?.text)
}
