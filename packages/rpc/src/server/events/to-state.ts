import type { ConversationState, QueuedInput } from '@hermes/conversations'
import type { PayloadOf } from '../../schemas/events.js'
import { toQuestion } from './to-question.js'

/** Converts the state of a conversation to the protocol. */
export function toState(state: ConversationState): PayloadOf<'session.state'>['state'] {
  const { activity, busyMode, canContinue } = state
  const common = { activity, busyMode, canContinue, queued: state.queued.map(toQueued) }
  if (state.activity === 'idle') return common
  const { turn, subagents } = state
  const running = { ...common, turn, ...(subagents && { subagents }) }
  return state.activity === 'waiting' ? { ...running, question: toQuestion(state.question) } : running
}

/** Returns a queued input without its origins. */
export function toQueued({ id, content, by, atMs }: QueuedInput) {
  return { id, content, by, atMs }
}
