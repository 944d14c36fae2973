import type { CompressOptions, ContextSnapshot, Message } from '@hermes/core'
import { deepFreeze } from '@hermes/core/wiring'
import { contextWindow } from './conversations.js'

/** Creates a frozen snapshot, so that an engine that mutates its input throws. */
export function snapshotOf(messages: readonly Message[], changes: Partial<ContextSnapshot> = {}): ContextSnapshot {
  const promptTokens = Math.ceil(JSON.stringify(messages).length / 4)
  return deepFreeze({
    sessionId: 'session',
    system: 'You are under test.',
    tools: [],
    messages,
    contextWindow,
    measured: { promptTokens, messageCount: messages.length },
    state: {},
    ...changes,
  })
}

export function never(): CompressOptions {
  return { signal: new AbortController().signal }
}
