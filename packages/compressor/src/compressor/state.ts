import type { JsonObject, JsonValue } from '@hermes/core'

/** The state of the engine for a session, stored with it. */
export interface CompressorState {
  /** The newest summary, exactly as in the conversation. */
  readonly summary: string | undefined
  /** The rule-based version of the summary. Absent if the summary itself is rule-based. */
  readonly record: string | undefined
  /** The user's messages that were removed, oldest first. */
  readonly asks: readonly string[]
  readonly compressions: number
  /** The number of consecutive compressions that saved less than a tenth. */
  readonly useless: number
  /** The number of consecutive failures of the summary model. */
  readonly failures: number
  readonly cooldownUntilMs: number
  /** The provider's count divided by the engine's count. */
  readonly calibration: number
  /** No attempt is made before the messages have this many tokens, unless the window shrinks. */
  readonly waitFor: { readonly tokens: number; readonly window: number } | undefined
}

const version = 1

const fresh: CompressorState = {
  summary: undefined,
  record: undefined,
  asks: [],
  compressions: 0,
  useless: 0,
  failures: 0,
  cooldownUntilMs: 0,
  calibration: 1,
  waitFor: undefined,
}

/** Reads a stored state. Unknown values count as missing. */
export function readState(stored: JsonObject): CompressorState {
  if (stored.version !== version) return fresh
  return {
    summary: typeof stored.summary === 'string' ? stored.summary : undefined,
    record: typeof stored.record === 'string' ? stored.record : undefined,
    asks: Array.isArray(stored.asks) ? stored.asks.filter((ask) => typeof ask === 'string') : [],
    compressions: count(stored.compressions),
    useless: count(stored.useless),
    failures: count(stored.failures),
    cooldownUntilMs: count(stored.cooldownUntilMs),
    calibration: clampCalibration(typeof stored.calibration === 'number' ? stored.calibration : 1),
    waitFor: readWait(stored.waitFor),
  }
}

export function writeState(state: CompressorState): JsonObject {
  const { summary, record, waitFor, asks, ...counts } = state
  return {
    version,
    ...counts,
    asks: [...asks],
    ...(summary !== undefined && { summary }),
    ...(record !== undefined && { record }),
    ...(waitFor && { waitFor: { ...waitFor } }),
  }
}

/** Bounds the effect of one implausible count on later estimates. */
export function clampCalibration(ratio: number): number {
  return Number.isFinite(ratio) && ratio > 0 ? Math.min(3, Math.max(1 / 3, ratio)) : 1
}

function count(value: JsonValue | undefined): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0
}

function readWait(value: JsonValue | undefined): CompressorState['waitFor'] {
  if (typeof value !== 'object' || value === null || !('tokens' in value)) return undefined
  const tokens = count(value.tokens)
  return tokens > 0 ? { tokens, window: count(value.window) } : undefined
}
