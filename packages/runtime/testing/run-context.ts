import type { RunContext } from '@hermes/core'
import type { ReadOrigins } from '@hermes/core/origins'

const none = { iterations: 0, tokens: 0, durationMs: 0, costUsd: 0 }

/** The run that makes a call, with an endless budget, in a conversation that has read this. */
export function runContext(sessionId: string, origins: ReadOrigins): RunContext {
  const budget = {
    limits: none,
    spent: none,
    take: () => true,
    refund: () => undefined,
    count: () => undefined,
    exhausted: () => undefined,
  }
  return { sessionId, rootSessionId: sessionId, depth: 0, budget, origins, emit: () => undefined }
}
