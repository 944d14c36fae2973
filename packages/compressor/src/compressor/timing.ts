import type { Limits } from './limits.js'
import type { Measure } from './measure.js'
import type { CompressorState } from './state.js'

/** The delays after a summary model did not answer: the first time, the second time, and later. */
const cooldownsMs = [60_000, 300_000, 900_000] as const
/** The delay after an unusable answer. */
const garbledCooldownMs = 30_000
/** After this number of useless compressions in a row, the next one waits until the conversation has grown. */
export const maxUseless = 2

/** Whether an automatic compression is due. */
export function isDue(measure: Measure, limits: Limits, state: CompressorState, nowMs: number): boolean {
  const request = measure.request / measure.calibration
  if (request < limits.trigger || isWaiting(measure, limits, state)) return false
  return !isResting(state, nowMs) || request >= limits.urgent
}

/** Whether the summary model failed recently. A clock that was set back does not extend the delay. */
export function isResting({ cooldownUntilMs }: CompressorState, nowMs: number): boolean {
  const leftMs = cooldownUntilMs - nowMs
  return leftMs > 0 && leftMs <= cooldownsMs[2]
}

/** Whether the conversation has grown too little since the last attempt. */
export function isWaiting({ messages }: Measure, { contextWindow }: Limits, { waitFor }: CompressorState): boolean {
  return waitFor !== undefined && messages < waitFor.tokens && contextWindow >= waitFor.window
}

/** Returns the size at which the next attempt is made, given the size after this one. Leaves room for growth, but not beyond the window. */
export function waitFor(left: number, base: number, limits: Limits): CompressorState['waitFor'] {
  const nearlyFull = Math.floor(0.9 * limits.window) - base
  const least = left + Math.ceil(limits.growth / 4)
  return { tokens: Math.max(least, Math.min(left + limits.growth, nearlyFull)), window: limits.contextWindow }
}

/** Returns the state after a failure of the summary model. */
export function afterFailure(state: CompressorState, isGarbled: boolean, nowMs: number): CompressorState {
  const failures = state.failures + 1
  const ladder = cooldownsMs[Math.min(failures, cooldownsMs.length) - 1] ?? cooldownsMs[2]
  return { ...state, failures, cooldownUntilMs: nowMs + (isGarbled ? garbledCooldownMs : ladder) }
}
