import type { ContextSnapshot } from '@hermes/core'
import type { Meter } from '../count-tokens.js'
import { type CompressorState, clampCalibration } from './state.js'

/** No tokenizer makes so many times fewer tokens of a text than the estimate. */
const leastShare = 4

/** The size of a conversation in two counts: the engine's own, and what a provider would say. */
export interface Measure {
  /** System prompt and tools, as the engine counts. */
  readonly base: number
  /** All messages, as the engine counts. */
  readonly messages: number
  /** What providers count for one token of the engine's count. */
  readonly calibration: number
  /** The next request, as a provider would count it. */
  readonly request: number
}

/**
 * The provider's figure for the newest request is the truth; what came since, or everything where there is no figure yet,
 * is the engine's count, corrected by what the two said of this session before.
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

/** Some servers report no more than what they had not cached, or nothing worth the name: no text takes so little. */
function isIncredible(promptTokens: number, counted: number): boolean {
  return promptTokens < counted / leastShare
}

function usableMeasure({ measured, messages }: ContextSnapshot): ContextSnapshot['measured'] {
  return measured && measured.promptTokens > 0 && measured.messageCount <= messages.length ? measured : undefined
}
