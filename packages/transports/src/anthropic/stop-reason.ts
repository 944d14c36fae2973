import type { FinishReason } from '@hermes/core'
import { fitFinishReason } from '../shared/finish-reason.js'

/** Unlisted reasons become `other`, including `pause_turn` (a server tool wants to continue). */
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
