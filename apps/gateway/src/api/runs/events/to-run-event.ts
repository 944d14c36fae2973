import type { ConversationEvent } from '@hermes/conversations'
import type { AgentEvent } from '@hermes/core'
import { toQuestionObject } from '../../questions/question-object.js'
import type { RunEvent } from './run-event-schema.js'

/** Returns the event of a run for its clients, or `undefined` for one that concerns only this process. */
export function toRunEvent(event: ConversationEvent, runId: string): RunEvent | undefined {
  switch (event.type) {
    case 'turn-begin':
      return event.submissionId === runId ? { type: 'run.started' } : undefined
    case 'lagged':
      // It is not known how many events an old cursor is behind.
      return { type: 'run.lagged', ...(event.missed > 0 && { missed: event.missed }) }
    case 'steered':
      return event.turnId === runId ? { type: 'run.steered', text: event.text } : undefined
    case 'steer-dropped':
      return event.turnId === runId ? { type: 'run.steer_dropped', text: event.text } : undefined
    case 'agent':
      return event.turnId === runId ? toTurnEvent(event.event) : undefined
    default:
      return undefined
  }
}

/** Returns the run event for an event of its turn. */
export function toTurnEvent(event: AgentEvent): RunEvent | undefined {
  switch (event.type) {
    case 'text-delta':
      return { type: 'message.delta', delta: event.text }
    case 'reasoning-delta':
      return { type: 'reasoning.delta', delta: event.text }
    case 'restart':
      return { type: 'message.restarted' }
    case 'message-end':
      return event.message.role === 'assistant' && !event.isPartial
        ? { type: 'message.completed', content: event.message.content }
        : undefined
    case 'tool-start':
      return {
        type: 'tool.started',
        id: event.call.id,
        name: event.call.function.name,
        arguments: event.call.function.arguments,
      }
    case 'tool-end':
      return {
        type: event.isError ? 'tool.failed' : 'tool.completed',
        id: event.call.id,
        name: event.call.function.name,
        duration_ms: event.durationMs,
      }
    case 'question-open':
      return { type: 'question.opened', question: toQuestionObject(event.question) }
    case 'question-settled':
      return { type: 'question.settled', question: toQuestionObject(event.question) }
    case 'compression-start':
      return { type: 'compression.started', trigger: event.trigger }
    case 'compression-end':
      return { type: 'compression.ended', status: event.status }
    case 'notice':
      return { type: 'notice', code: event.code, text: event.text }
    default:
      return undefined
  }
}
