import type { Settings } from './options.js'

/** What the settings come to for one window. All in tokens as the engine counts them, but for `contextWindow`. */
export interface Limits {
  /** As the provider counts. */
  readonly contextWindow: number
  readonly window: number
  /** A request of this size is compressed. */
  readonly trigger: number
  /** What may be left behind a compression, system prompt and tools included: the answer and some growth need the rest. */
  readonly room: number
  /** So close to the window that waiting is not an option. */
  readonly urgent: number
  readonly tailTokens: number
  /** How much must have come since the last compression before the next one. */
  readonly growth: number
}

const roomShare = 0.8
const urgentShare = 0.85
const growthShare = 0.25

/** `calibration`: what the provider counts for one token of the engine's count. */
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

/** The longest summary of so many tokens: a fifth, at least 2,000 and at most 12,000 or a twentieth of the window. */
export function summaryBudget(replaced: number, { window }: Limits): number {
  // A window for which 2,000 tokens are much gets by with less.
  const least = Math.min(2_000, Math.floor(window / 8))
  const most = Math.max(least, Math.min(12_000, Math.floor(window / 20)))
  return Math.min(most, Math.max(least, Math.floor(replaced / 5)))
}
