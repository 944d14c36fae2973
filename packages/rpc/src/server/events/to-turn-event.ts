import type { AgentEvent, CompressionOutcome } from '@hermes/core'
import type { PayloadOf, TurnEventType } from '../../schemas/events.js'
import { toMessage } from './to-message.js'
import { toQuestion } from './to-question.js'

/** An event of a turn, without its address. */
export type TurnEvent = {
  [Type in TurnEventType]: { readonly type: Type; readonly payload: PayloadOf<Type> }
}[TurnEventType]

/** Converts an event of an agent to the protocol. Returns `undefined` if there is no equivalent. */
export function toTurnEvent(event: Exclude<AgentEvent, { type: 'subagent-event' }>): TurnEvent | undefined {
  switch (event.type) {
    case 'iteration-start': {
      const { iteration, maxIterations } = event
      return { type: 'iteration.start', payload: { iteration, maxIterations } }
    }
    case 'text-delta':
      return { type: 'message.delta', payload: { text: event.text } }
    case 'reasoning-delta':
      return { type: 'reasoning.delta', payload: { text: event.text } }
    case 'restart':
      return { type: 'message.restart', payload: {} }
    case 'message-end':
      return { type: 'message.stored', payload: { id: event.id, message: toMessage(event.message) } }
    case 'iteration-end':
      return { type: 'session.usage', payload: { usage: event.usage, reason: event.reason } }
    case 'budget':
      return { type: 'status.update', payload: { kind: 'budget', level: event.level, limit: event.limit } }
    case 'question-open':
      return { type: 'question.open', payload: { question: toQuestion(event.question) } }
    case 'question-settled':
      return { type: 'question.settled', payload: { question: toQuestion(event.question) } }
    case 'compression-start':
      return { type: 'compression.start', payload: { trigger: event.trigger } }
    case 'compression-end':
      return { type: 'compression.complete', payload: toCompression(event) }
    case 'notice':
      return { type: 'notice', payload: { code: event.code, text: event.text } }
    default:
      return toToolEvent(event)
  }
}

function toToolEvent(event: Exclude<AgentEvent, { type: 'subagent-event' }>): TurnEvent | undefined {
  switch (event.type) {
    case 'tool-call-delta': {
      const { index, name, argumentsText } = event
      return { type: 'tool.generating', payload: { index, argumentsText, ...(name !== undefined && { name }) } }
    }
    case 'tool-start': {
      const { call, args, summary, kind } = event
      const payload = { toolId: call.id, name: call.function.name, args: { ...args } }
      return {
        type: 'tool.start',
        payload: { ...payload, ...(summary !== undefined && { summary }), ...(kind && { kind }) },
      }
    }
    case 'tool-progress':
      return { type: 'tool.progress', payload: { toolId: event.callId, text: event.text } }
    case 'tool-end': {
      const { call, message, isError, durationMs, amount, display, refusal } = event
      const payload = { toolId: call.id, name: call.function.name, result: message.content, isError, durationMs }
      const facts = { ...(amount && { amount: { ...amount } }), ...(display !== undefined && { display }) }
      const shown = { ...facts, ...(refusal !== undefined && { refusal }) }
      return { type: 'tool.complete', payload: { ...payload, ...shown } }
    }
    default:
      return undefined
  }
}

/** Converts the outcome of a compression to the protocol. */
export function toCompression(outcome: CompressionOutcome): PayloadOf<'compression.complete'> {
  const { status, durationMs } = outcome
  if (outcome.status !== 'compressed') return { status, durationMs, reason: outcome.reason }
  const { tokensBefore, tokensAfter, notice } = outcome
  return { status, durationMs, tokensBefore, tokensAfter, ...(notice !== undefined && { reason: notice }) }
}
