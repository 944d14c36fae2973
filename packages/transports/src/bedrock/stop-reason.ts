import type { FinishReason } from '@hermes/core'
import { fitFinishReason } from '../shared/finish-reason.js'

const reasons: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  guardrail_intervened: 'content-filter',
  content_filtered: 'content-filter',
  refusal: 'content-filter',
}

export function toFinishReason(stopReason: string, hasCalls: boolean): FinishReason {
  return fitFinishReason(reasons[stopReason] ?? 'other', hasCalls)
}

/** Whether the service could not parse the model's output, which makes the answer unusable. */
export function isMalformed(stopReason: string): boolean {
  return stopReason.startsWith('malformed_')
}
