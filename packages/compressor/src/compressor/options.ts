import { ConfigError } from '@hermes/core'
import type { TextRedactor } from '@hermes/safety/redact'
import type { CountTokens } from '../count-tokens.js'
import type { Summarize } from '../summary/summarize.js'

export interface CompressorOptions {
  /** The window in tokens, if it is smaller than that of the snapshot. Default: that of the snapshot. */
  readonly contextTokens?: number
  /** The share of the window at which the next request is compressed. Default 0.5. */
  readonly threshold?: number
  /**
   * The number of first messages to keep, besides system messages. Default: 3. Fewer are kept under the conditions of
   * `protectLast`.
   */
  readonly protectFirst?: number
  /**
   * The number of last messages to keep, as long as they fit into the window. Default: 20. In a window below 32,000
   * tokens, fewer are kept if that halves the conversation.
   */
  readonly protectLast?: number
  /** The size of further last messages to keep, in tokens. Default: `targetRatio` of the threshold. */
  readonly tailTokens?: number
  /** The share of the threshold that `tailTokens` takes by default. Default 0.2. */
  readonly targetRatio?: number
  /**
   * Whether to first replace old tool results with short descriptions, and write no summary if that reduces the request
   * to half of the threshold. Default: false.
   */
  readonly pruneFirst?: boolean
  /** Asks a model for the summary. Default: the summary is extracted by rules. */
  readonly summarize?: Summarize
  /** The window of the summary model, in tokens. Default: the window of the conversation. */
  readonly summarizerTokens?: number
  /** Counts tokens. Default: an estimate. */
  readonly countTokens?: CountTokens
  /** Removes secrets from the input of summaries. Default: the patterns of `@hermes/safety/redact`. */
  readonly redactor?: TextRedactor
  /** The clock. Default: `Date.now`. */
  readonly now?: () => number
}

/** The settings, without the services. */
export interface Settings {
  readonly contextTokens: number
  readonly threshold: number
  readonly protectFirst: number
  readonly protectLast: number
  readonly targetRatio: number
  readonly tailTokens: number | undefined
  readonly pruneFirst: boolean
}

/**
 * Completes the options with their defaults.
 * @throws {ConfigError} when an option is out of range.
 */
export function toSettings(options: CompressorOptions): Settings {
  const { threshold = 0.5, targetRatio = 0.2, protectFirst = 3, protectLast = 20 } = options
  const { contextTokens = Number.POSITIVE_INFINITY, tailTokens, pruneFirst = false } = options
  checkRatio('threshold', threshold)
  checkRatio('targetRatio', targetRatio)
  checkCount('protectFirst', protectFirst)
  checkCount('protectLast', protectLast)
  checkTokens('contextTokens', contextTokens)
  if (tailTokens !== undefined) checkCount('tailTokens', tailTokens)
  if (options.summarizerTokens !== undefined) checkTokens('summarizerTokens', options.summarizerTokens)
  return { contextTokens, threshold, protectFirst, protectLast, targetRatio, tailTokens, pruneFirst }
}

function checkRatio(name: string, value: number): void {
  if (value > 0 && value <= 1) return
  throw new ConfigError(name, `${name} must be more than 0 and at most 1, not ${value}.`)
}

function checkCount(name: string, value: number): void {
  if (Number.isFinite(value) && value >= 0) return
  throw new ConfigError(name, `${name} must be 0 or more, not ${value}.`)
}

function checkTokens(name: string, value: number): void {
  if (value > 0) return
  throw new ConfigError(name, `${name} must be more than 0 tokens, not ${value}.`)
}
