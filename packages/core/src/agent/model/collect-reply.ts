import { HermesError, TransportError } from '../../contracts/errors/errors.js'
import type { AssistantMessage } from '../../contracts/model/message.js'
import type { ModelRequest } from '../../contracts/model/model-request.js'
import type { StreamOptions, TransportEvent } from '../../contracts/model/transport.js'
import { noUsage, type Usage } from '../../contracts/model/usage.js'
import { deepFreeze } from '../../json/deep-freeze.js'
import { settleUsage } from '../../usage/settle-usage.js'
import type { Turn } from '../state/turn.js'
import { ShownAnswer } from './shown-answer.js'

export interface Reply extends Omit<Extract<TransportEvent, { type: 'finish' }>, 'type'> {
  /** Whether the reply was aborted because the model repeated itself and must be discarded. */
  readonly isDegenerate?: boolean
}

/**
 * Makes the call, emits the deltas and returns the whole reply. `whole` joins the text of the reply with the part of the
 * answer that was shown before it.
 */
export async function collectReply(turn: Turn, request: ModelRequest, whole = (text: string) => text): Promise<Reply> {
  const event = { sessionId: turn.context.sessionId, iteration: turn.iterations, request }
  await turn.hooks.pre_api_request(event)
  try {
    const reply = await readReply(turn, request, whole)
    const { message, reason, usage } = reply
    await turn.hooks.post_api_request({ ...event, message, reason, usage })
    return reply
  } catch (error) {
    if (HermesError.is(error) && !turn.signal.aborted) await turn.hooks.api_request_error({ ...event, error })
    throw error
  }
}

async function readReply(turn: Turn, request: ModelRequest, whole: (text: string) => string): Promise<Reply> {
  const { transport } = turn.wiring
  const shown = new ShownAnswer()
  try {
    turn.signal.throwIfAborted()
    for await (const event of transport.stream(request, streamOptions(turn))) {
      if (event.type === 'finish') return finish(turn, event, shown)
      shown.add(event)
      turn.emit(event)
      if (shown.isDegenerate) return degenerate
    }
  } finally {
    if (turn.signal.aborted && turn.control.keepsPartial) await keepPartial(turn, whole(shown.text), shown.reasoning)
  }
  turn.signal.throwIfAborted()
  throw new TransportError('protocol', `The transport "${transport.id}" ended its stream without finishing the answer.`)
}

function streamOptions(turn: Turn): StreamOptions {
  const { sessionId } = turn.context
  return { signal: turn.signal, sessionId, onUnfinished: (call) => turn.countUnfinished(withUsage(turn, call)) }
}

/** Replaces missing or invalid token counts with 0, and reports them once per turn. */
function withUsage<Finished extends { readonly usage: Usage }>(turn: Turn, finished: Finished): Finished {
  const { usage, missing } = settleUsage(finished.usage)
  if (missing.length === 0) return finished
  const { transport, services } = turn.wiring
  const text = `The transport "${transport.id}" reports no ${missing.join(', ')}: it counts as 0, and limits of tokens and cost hold less than they should.`
  if (turn.notifyOnce('usage-missing', text)) services.logger.log('warn', text)
  return { ...finished, usage }
}

function finish(turn: Turn, finished: Extract<TransportEvent, { type: 'finish' }>, shown: ShownAnswer): Reply {
  const event = withUsage(turn, finished)
  // An answer that arrived together with the interrupt is dropped, but was paid for.
  if (turn.signal.aborted) turn.countUnfinished(event)
  turn.signal.throwIfAborted()
  const { message, type: _, ...rest } = event
  // A reply without deltas has not been checked for repetition yet.
  if (shown.text === '' && message.content) shown.add({ type: 'text-delta', text: message.content })
  const reply = { ...rest, message: deepFreeze(withLegalCalls(message)) }
  return shown.isDegenerate ? { ...reply, ...degenerate, usage: rest.usage } : reply
}

const degenerate: Reply = {
  message: Object.freeze({ role: 'assistant', content: null }),
  reason: 'other',
  usage: noUsage,
  isDegenerate: true,
}

/** Stores the displayed text of an interrupted answer if the interrupt asked to keep it. */
async function keepPartial(turn: Turn, text: string, reasoning: string): Promise<void> {
  if (text.trim() === '') return
  const message: AssistantMessage = { role: 'assistant', content: text, ...(reasoning !== '' && { reasoning }) }
  await turn.store(deepFreeze(message), { finishReason: 'interrupted' })
}

/** Drops an empty list of calls, and makes missing or repeated ids unique: each result must refer to one call. */
function withLegalCalls(message: AssistantMessage): AssistantMessage {
  const { tool_calls: calls, ...rest } = message
  if (!calls) return message
  if (calls.length === 0) return rest
  const ids = new Set(calls.map(({ id }) => id))
  if (ids.size === calls.length && !ids.has('')) return message
  return { ...message, tool_calls: calls.map((call, index) => ({ ...call, id: `${call.id || 'call'}_${index + 1}` })) }
}
