import type { ContextSnapshot } from '@hermes/core'
import type { Meter } from '../count-tokens.js'
import { type CompressorState, clampCalibration } from './state.js'

/** The maximum factor by which an estimate exceeds the count of any tokenizer. */
const leastShare = 4

/** The size of a conversation in the engine's count and in the provider's. */
export interface Measure {
  /** System prompt and tools, in the engine's count. */
  readonly base: number
  /** All messages, in the engine's count. */
  readonly messages: number
  /** The provider's count divided by the engine's count. */
  readonly calibration: number
  /** The next request, in the provider's count. */
  readonly request: number
}

/**
 * Measures a conversation. The provider's count of the newest request is exact. Later messages, or all of them without such a count, are
 * estimated by the engine and corrected by the ratio of both counts in this session.
 */
export function measure(context: ContextSnapshot, state: CompressorState, meter: Meter): Measure {
  const base = meter.base(context)
  const messages = meter.messages(context.messages)
  const measured = usableMeasure(context)
  if (!measured || isIncredible(measured.promptTokens, base + messages)) {
    const { calibration } = state
    return { base, messages, calibration, request: calibration * (base + messages) }
  }
  const since = meter.messages(context.messages.slice(measured.messageCount))
  const known = base + messages - since
  const calibration = clampCalibration(known > 0 ? measured.promptTokens / known : 1)
  return { base, messages, calibration, request: measured.promptTokens + calibration * since }
}

/** Whether a provider's count is implausibly low. Some servers report only uncached tokens, or none. */
function isIncredible(promptTokens: number, counted: number): boolean {
  return promptTokens < counted / leastShare
}

function usableMeasure({ measured, messages }: ContextSnapshot): ContextSnapshot['measured'] {
  return measured && measured.promptTokens > 0 && measured.messageCount <= messages.length ? measured : undefined
}
