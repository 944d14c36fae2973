import { TransportError } from '../../contracts/errors/errors.js'
import type { AssistantMessage } from '../../contracts/model/message.js'
import type { ModelRequest } from '../../contracts/model/model-request.js'
import type { FinishReason } from '../../contracts/model/usage.js'
import { deepFreeze } from '../../json/deep-freeze.js'
import type { Turn } from '../state/turn.js'
import { collectReply, type Reply } from './collect-reply.js'
import { readMarkup } from './recover/read-markup.js'
import type { Attempt, Recovery } from './recover/recovery.js'
import { recoveryRules } from './recover/recovery-rules.js'
import { repairCalls } from './repair-calls.js'

/** A usable answer. */
export interface Answer {
  readonly message: AssistantMessage
  readonly reason: FinishReason
  /** The text shown to the user. */
  readonly text: string
}

/**
 * Sends one request and emits the answer as it streams. An unusable answer is requested again by the recovery rules, each of
 * which is bounded and emits a notice.
 *
 * @throws {TransportError} when no usable answer arrives.
 */
export async function askModel(turn: Turn, request: ModelRequest): Promise<Answer> {
  const times = new Map<string, number>()
  let next: Recovery | undefined
  for (;;) {
    const last = next
    const whole = (text: string) => (last?.kept ? last.join(last.kept, text) : text)
    const reply = await ask(turn, last?.request ?? request, whole).catch((error: unknown) => {
      if (last?.orElse && isRefused(error)) return last.orElse
      // The compressed conversation gets a new answer.
      if (last?.kept && isOverflow(error)) turn.emit({ type: 'restart' })
      throw error
    })
    if (reply === last?.orElse) {
      // The restart discarded this text for an answer that never arrived.
      if (reply.message.content) turn.emit({ type: 'text-delta', text: reply.message.content })
      return toAnswer(reply, undefined)
    }
    const attempt: Attempt = {
      reply,
      request,
      kept: next?.kept ?? '',
      text: whole(reply.message.content ?? ''),
      contextWindow: turn.contextWindow,
      outputLimit: turn.wiring.model.outputLimit,
      timesOf: (code) => times.get(code) ?? 0,
    }
    const recovery = firstRecovery(attempt)
    if (!recovery) return shown(turn, toAnswer(reply, next))
    times.set(recovery.code, attempt.timesOf(recovery.code) + 1)
    if (recovery.isVoid) turn.emit({ type: 'restart' })
    turn.notify(recovery.code, recovery.notice)
    next = recovery
  }
}

async function ask(turn: Turn, request: ModelRequest, whole: (text: string) => string): Promise<Reply> {
  const reply = repairCalls(turn, readMarkup(turn, await collectReply(turn, request, whole)))
  turn.count(reply, request.messages.length)
  turn.emit({ type: 'iteration-end', reason: reply.reason, usage: reply.usage })
  if (reply.reason !== 'content-filter') return reply
  throw new TransportError(
    'content-filter',
    "The provider's content filter cut off the answer: rephrase the request, or use another model.",
  )
}

function isOverflow(error: unknown): boolean {
  return TransportError.is(error) && error.kind === 'context-overflow'
}

function isRefused(error: unknown): boolean {
  return TransportError.is(error) && error.kind === 'invalid-request'
}

function firstRecovery(attempt: Attempt): Recovery | undefined {
  for (const rule of recoveryRules) {
    const recovery = rule(attempt)
    if (recovery) return recovery
  }
  return undefined
}

/** Shows the reasoning as the answer if the model wrote nothing else. */
function shown(turn: Turn, answer: Answer): Answer {
  const { content, tool_calls: calls } = answer.message
  if (!calls && !content?.trim()) turn.emit({ type: 'text-delta', text: answer.text })
  return answer
}

/**
 * Creates the answer. Replay state belongs to the exact text of one reply, so an answer joined from several replies has
 * none.
 */
function toAnswer({ message, reason }: Reply, last: Recovery | undefined): Answer {
  const own = message.content ?? ''
  if (!last?.kept || (message.tool_calls && message.provider_data)) {
    return { message, reason, text: own.trim() === '' ? (message.reasoning ?? own) : own }
  }
  const { provider_data: _, ...rest } = message
  const content = last.join(last.kept, own)
  return { message: deepFreeze({ ...rest, content }), reason, text: content }
}
