import { TransportError } from '../contracts/errors.js'
import type { ModelRequest } from '../contracts/transport.js'
import { buildRequest } from './build-request.js'
import { collectReply, isEmpty, type Reply } from './collect-reply.js'
import { budgetNotice } from './iteration-budget.js'
import type { Turn } from './turn.js'

/** How often a model that answered with nothing is asked again. */
const maxEmptyReplies = 2

/** One answer of the model to the conversation as it stands. */
export async function callModel(turn: Turn): Promise<Reply> {
  turn.iterations += 1
  turn.emit({ type: 'iteration-start', iteration: turn.iterations, maxIterations: turn.budget.max })
  const notice = turn.wiring.budget.warnings ? budgetNotice(turn.budget) : undefined
  return askModel(turn, await buildRequest(turn, notice))
}

/** Sends one request and shows the answer as it comes. A model that says nothing is asked again. */
export async function askModel(turn: Turn, request: ModelRequest): Promise<Reply> {
  for (let attempt = 0; attempt <= maxEmptyReplies; attempt++) {
    const reply = await collectReply(turn, request)
    turn.count(reply.usage, request.messages.length)
    turn.emit({ type: 'iteration-end', reason: reply.reason, usage: reply.usage })
    if (!isEmpty(reply.message)) return reply
    turn.emit({ type: 'notice', code: 'empty-reply', text: 'The model answered with nothing; asking again.' })
  }
  throw new TransportError(
    'protocol',
    `The model "${request.model}" answered with nothing ${maxEmptyReplies + 1} times: try again, or another model.`,
  )
}
