import type { ConversationEvent } from '@hermes/conversations'
import type { AgentEvent, TurnOutcome } from '@hermes/core'
import type { EventBody, PayloadOf, RpcEvent } from '../../schemas/events.js'
import { toFailure } from './to-failure.js'
import { toOutcome } from './to-outcome.js'
import { toQueued, toState } from './to-state.js'
import { toTurnEvent } from './to-turn-event.js'

/** An event of a session with its cursor. */
export type SessionEvent = RpcEvent & { readonly cursor: number }

/** Converts an event of a conversation to the protocol. Returns `undefined` if there is no equivalent. */
export function toSessionEvent(sessionId: string, event: ConversationEvent): SessionEvent | undefined {
  const address = { sessionId, cursor: event.cursor }
  switch (event.type) {
    case 'agent': {
      const converted = toAgentEvent(event.event)
      return converted && { ...address, turnId: event.turnId, ...converted }
    }
    case 'turn-begin': {
      const { turn, submissionId, input } = event
      const payload = { turn, submissionId, ...(input !== undefined && { input }) }
      return { ...address, turnId: turn.id, type: 'message.start', payload }
    }
    case 'turn-done': {
      const { turn, submissionId, outcome } = event
      const payload = { turnId: turn.id, submissionId, ...toEnd(outcome) }
      return { ...address, turnId: turn.id, type: 'message.complete', payload }
    }
    case 'queued':
      return { ...address, type: 'prompt.queued', payload: { input: toQueued(event.input) } }
    case 'unqueued':
      return { ...address, type: 'prompt.unqueued', payload: { submissionId: event.id, why: event.why } }
    case 'steered': {
      const { turnId, text, by } = event
      return { ...address, turnId, type: 'prompt.steered', payload: { turnId, text, by } }
    }
    case 'choice': {
      const { choice, by, cacheBreak, isOnce } = event
      const payload = { choice, by, ...(cacheBreak && { cacheBreak }), ...(isOnce && { isOnce }) }
      return { ...address, type: 'session.info', payload }
    }
    case 'command': {
      const { name, by, outcome } = event
      return { ...address, type: 'command.complete', payload: { name, by, outcome: toOutcome(outcome) } }
    }
    case 'state':
      return { ...address, type: 'session.state', payload: { state: toState(event.state) } }
    case 'notice':
      return { ...address, type: 'notice', payload: { code: event.code, text: event.text } }
    case 'lagged': {
      const { missed, state } = event
      return { ...address, type: 'session.lagged', payload: { missed, state: toState(state) } }
    }
    default:
      return undefined
  }
}

function toAgentEvent(event: AgentEvent): EventBody | undefined {
  if (event.type !== 'subagent-event') return toTurnEvent(event)
  const { callId, childSessionId, goal } = event
  const inner = toAgentEvent(event.event)
  if (!inner) return undefined
  const payload = { toolId: callId, childSessionId, goal, type: inner.type, payload: { ...inner.payload } }
  return { type: 'subagent.event', payload }
}

function toEnd(outcome: TurnOutcome): Pick<PayloadOf<'message.complete'>, 'status' | 'text' | 'reason' | 'error'> {
  const { status } = outcome
  switch (outcome.status) {
    case 'completed':
      return { status, text: outcome.text }
    case 'exhausted':
      return { status, text: outcome.text, reason: outcome.limit }
    case 'halted':
      return { status, text: outcome.text, reason: outcome.code }
    case 'interrupted':
      return { status, reason: outcome.reason }
    case 'failed':
      return { status, error: toFailure(outcome.error) }
  }
}
