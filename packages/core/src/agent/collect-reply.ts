import { TransportError } from '../contracts/errors.js'
import type { AssistantMessage } from '../contracts/message.js'
import type { ModelRequest, TransportEvent } from '../contracts/transport.js'
import { deepFreeze } from './deep-freeze.js'
import type { Turn } from './turn.js'

export type Reply = Omit<Extract<TransportEvent, { type: 'finish' }>, 'type'>

/** Makes the call, passes the deltas on and returns the whole answer. */
export async function collectReply(turn: Turn, request: ModelRequest): Promise<Reply> {
  const { transport } = turn.wiring
  turn.signal.throwIfAborted()
  for await (const event of transport.stream(request, { signal: turn.signal })) {
    if (event.type !== 'finish') {
      turn.emit(event)
      continue
    }
    turn.signal.throwIfAborted()
    return { ...event, message: deepFreeze(withoutEmptyCalls(event.message)) }
  }
  turn.signal.throwIfAborted()
  throw new TransportError('protocol', `The transport "${transport.id}" ended its stream without finishing the answer.`)
}

export function isEmpty(message: AssistantMessage): boolean {
  return !message.tool_calls && !message.content?.trim()
}

/** An empty list of calls is no call. */
function withoutEmptyCalls(message: AssistantMessage): AssistantMessage {
  if (message.tool_calls?.length !== 0) return message
  const { tool_calls: _, ...rest } = message
  return rest
}
