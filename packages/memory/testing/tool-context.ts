import type { ToolContext } from '@hermes/core'

const none = { iterations: 0, tokens: 0, durationMs: 0, costUsd: 0 }

/** The context of a call in a conversation of this person. */
export function toolContext(userId?: string): ToolContext {
  const budget = {
    limits: none,
    spent: none,
    take: () => true,
    refund: () => undefined,
    count: () => undefined,
    exhausted: () => undefined,
  }
  const emit = () => undefined
  const person = userId === undefined ? {} : { userId }
  return {
    callId: '1',
    sessionId: 's',
    taskId: 't',
    signal: new AbortController().signal,
    report: () => undefined,
    run: { sessionId: 's', rootSessionId: 's', depth: 0, budget, emit, ...person },
  }
}
