import type { FinishReason } from '@hermes/core'
import { fitFinishReason } from '../shared/finish-reason.js'

/** `pause_turn` (a tool of the provider's own wants to go on) and what is new are `other`. */
const reasons: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content-filter',
}

export function toFinishReason(stopReason: string, hasCalls: boolean): FinishReason {
  return fitFinishReason(reasons[stopReason] ?? 'other', hasCalls)
}
