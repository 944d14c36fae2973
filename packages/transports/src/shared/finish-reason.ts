import type { FinishReason } from '@hermes/core'

/** Corrects the finish reason of servers that report `stop` for an answer with tool calls, or `tool-calls` for one without. */
export function fitFinishReason(reason: FinishReason, hasCalls: boolean): FinishReason {
  if (reason === 'stop' && hasCalls) return 'tool-calls'
  return reason === 'tool-calls' && !hasCalls ? 'stop' : reason
}
