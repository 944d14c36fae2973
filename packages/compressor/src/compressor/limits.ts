import type { Settings } from './options.js'

/** The limits for one window, in tokens of the engine's count, except `contextWindow`. */
export interface Limits {
  /** The window in the provider's count. */
  readonly contextWindow: number
  readonly window: number
  /** The size from which a request is compressed. */
  readonly trigger: number
  /** The maximum size after a compression, including system prompt and tools. The rest is left for the answer and for growth. */
  readonly room: number
  /** The size from which a compression cannot wait, close to the window. */
  readonly urgent: number
  readonly tailTokens: number
  /** The growth required between two compressions. */
  readonly growth: number
}

const roomShare = 0.8
const urgentShare = 0.85
const growthShare = 0.25

/** Computes the limits for a window. `calibration` is the provider's count divided by the engine's count. */
export function toLimits(settings: Settings, contextWindow: number, calibration: number): Limits {
  const window = Math.floor(contextWindow / calibration)
  const trigger = Math.floor(settings.threshold * window)
  return {
    contextWindow,
    window,
    trigger,
    room: Math.floor(roomShare * window),
    urgent: Math.floor(urgentShare * window),
    tailTokens: settings.tailTokens ?? Math.floor(settings.targetRatio * trigger),
    growth: Math.floor(growthShare * trigger),
  }
}

/** The maximum size of a summary: a fifth of the tokens, at least 2,000, and at most 12,000 or a twentieth of the window. */
export function summaryBudget(replaced: number, { window }: Limits): number {
  // Small windows have a lower minimum than 2,000 tokens.
  const least = Math.min(2_000, Math.floor(window / 8))
  const most = Math.max(least, Math.min(12_000, Math.floor(window / 20)))
  return Math.min(most, Math.max(least, Math.floor(replaced / 5)))
}
