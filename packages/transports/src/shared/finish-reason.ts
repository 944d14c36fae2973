import type { FinishReason } from '@hermes/core'

/** Some servers say that the answer just ended although there are calls, or that there are calls although there are none. */
export function fitFinishReason(reason: FinishReason, hasCalls: boolean): FinishReason {
  if (reason === 'stop' && hasCalls) return 'tool-calls'
  return reason === 'tool-calls' && !hasCalls ? 'stop' : reason
}
