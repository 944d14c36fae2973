import type { Limits } from './limits.js'
import type { Measure } from './measure.js'
import type { CompressorState } from './state.js'

/** How long a model for summaries that did not answer is left alone: the first time, the second, and from then on. */
const cooldownsMs = [60_000, 300_000, 900_000] as const
/** After an answer that was none. */
const garbledCooldownMs = 30_000
/** So many useless compressions in a row, and the next one waits until the conversation has grown. */
export const maxUseless = 2

/** Whether an automatic compression is due. */
export function isDue(measure: Measure, limits: Limits, state: CompressorState, nowMs: number): boolean {
  const request = measure.request / measure.calibration
  if (request < limits.trigger || isWaiting(measure, limits, state)) return false
  return !isResting(state, nowMs) || request >= limits.urgent
}

/** The model for summaries failed a short while ago. A clock that was set back does not make it rest for longer. */
export function isResting({ cooldownUntilMs }: CompressorState, nowMs: number): boolean {
  const leftMs = cooldownUntilMs - nowMs
  return leftMs > 0 && leftMs <= cooldownsMs[2]
}

/** Too little has come since the last try. */
export function isWaiting({ messages }: Measure, { contextWindow }: Limits, { waitFor }: CompressorState): boolean {
  return waitFor !== undefined && messages < waitFor.tokens && contextWindow >= waitFor.window
}

/**
 * What has to be there before the next try, given what is left behind this one. Room for growth, but the next try comes
 * before the window is full.
 */
export function waitFor(left: number, base: number, limits: Limits): CompressorState['waitFor'] {
  const nearlyFull = Math.floor(0.9 * limits.window) - base
  const least = left + Math.ceil(limits.growth / 4)
  return { tokens: Math.max(least, Math.min(left + limits.growth, nearlyFull)), window: limits.contextWindow }
}

/** The state after the model for summaries failed. */
export function afterFailure(state: CompressorState, isGarbled: boolean, nowMs: number): CompressorState {
  const failures = state.failures + 1
  const ladder = cooldownsMs[Math.min(failures, cooldownsMs.length) - 1] ?? cooldownsMs[2]
  return { ...state, failures, cooldownUntilMs: nowMs + (isGarbled ? garbledCooldownMs : ladder) }
}
