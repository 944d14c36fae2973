import { ConfigError } from '@hermes/core'
import type { CountTokens } from '../count-tokens.js'
import type { Summarise } from '../summary/summarise.js'

export interface CompressorOptions {
  /** The window in tokens, where it is smaller than the one that a snapshot names. Default: the snapshot's. */
  readonly contextTokens?: number
  /** Compresses when the next request takes this part of the window. Default 0.5. */
  readonly threshold?: number
  /** Messages at the beginning that stay, system messages aside. Default 3. They give way as those of `protectLast` do. */
  readonly protectFirst?: number
  /**
   * Messages at the end that stay, as long as they fit into the window. Default 20. In a window below 32,000 tokens, fewer stay where that
   * halves the conversation.
   */
  readonly protectLast?: number
  /** What the end may hold beyond that, in tokens. Default: `targetRatio` of the threshold. */
  readonly tailTokens?: number
  /** Default 0.2. */
  readonly targetRatio?: number
  /**
   * First tries to get along without a summary, when accounts of old tool results bring the request down to half of the
   * threshold. Default false.
   */
  readonly pruneFirst?: boolean
  /** Asks a model. Default: none, and the summary is made by rules alone. */
  readonly summarise?: Summarise
  /** What the model that `summarise` asks can read at once, in tokens. Default: the window of the conversation. */
  readonly summariserTokens?: number
  /** Default: an estimate. */
  readonly countTokens?: CountTokens
  /** Takes secrets out of what a summary is made from. Default: the patterns of `@hermes/safety/redact`. */
  readonly redact?: (text: string) => string
  /** Default `Date.now`. */
  readonly now?: () => number
}

/** What is set, apart from the collaborators. */
export interface Settings {
  readonly contextTokens: number
  readonly threshold: number
  readonly protectFirst: number
  readonly protectLast: number
  readonly targetRatio: number
  readonly tailTokens: number | undefined
  readonly pruneFirst: boolean
}

/** @throws {ConfigError} when an option is out of its range. */
export function toSettings(options: CompressorOptions): Settings {
  const { threshold = 0.5, targetRatio = 0.2, protectFirst = 3, protectLast = 20 } = options
  const { contextTokens = Number.POSITIVE_INFINITY, tailTokens, pruneFirst = false } = options
  checkRatio('threshold', threshold)
  checkRatio('targetRatio', targetRatio)
  checkCount('protectFirst', protectFirst)
  checkCount('protectLast', protectLast)
  checkTokens('contextTokens', contextTokens)
  if (tailTokens !== undefined) checkCount('tailTokens', tailTokens)
  if (options.summariserTokens !== undefined) checkTokens('summariserTokens', options.summariserTokens)
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
