import { ConfigError, type Message } from '@hermes/core'
import { createRedactor } from '@hermes/safety/redact'
import { createCompressor } from '../compressor/create-compressor.js'
import { type CountTokens, estimateTokens } from '../count-tokens.js'
import type { Summarize } from '../summary/summarize.js'

export interface TrajectoryCompressorOptions {
  /** The maximum size of a trajectory, in tokens. */
  readonly targetTokens: number
  /** The number of first messages to keep, besides the system message. Default 3. */
  readonly protectFirst?: number
  /** The number of last messages to keep. Default 4. */
  readonly protectLast?: number
  /** Counts tokens. Default: an estimate. */
  readonly countTokens?: CountTokens
  /** Asks a model for the summaries. Default: rule-based summaries. */
  readonly summarize?: Summarize
}

export interface TrajectoryCompressor {
  /**
   * Summarizes the middle of a trajectory that exceeds the target, and keeps as much of the rest as fits. Kept messages
   * stay the same objects. Rejects with `signal.reason` when the signal aborts.
   */
  compress(messages: readonly Message[], options: { readonly signal: AbortSignal }): Promise<CompressedMessages>
}

export interface CompressedMessages {
  /** `too-long`: the result still exceeds the target after all possible shortening. */
  readonly status: 'unchanged' | 'compressed' | 'too-long'
  readonly messages: readonly Message[]
  readonly tokensBefore: number
  readonly tokensAfter: number
  /** Why the result differs from the requested one, such as an unavailable model. */
  readonly notice?: string
}

/** The share of a window that the engine fills. The rest is reserved for an answer, which a trajectory does not need. */
const filledShare = 0.8
/** The factor by which whole turns may exceed the engine's tail budget. */
const softCeiling = 1.5
/** The engine's maximum summary size for a window of this size. */
const summaryTokens = (window: number) => Math.max(Math.min(2_000, window / 8), Math.min(12_000, window / 20))

/**
 * Creates a compressor that reduces recorded conversations to a number of tokens. As in a live session, the start and end are kept, calls
 * keep their results, and a summary replaces the middle.
 *
 * @throws {ConfigError} when an option is out of range.
 */
export function createTrajectoryCompressor(options: TrajectoryCompressorOptions): TrajectoryCompressor {
  const { targetTokens, protectFirst = 3, protectLast = 4, countTokens = estimateTokens, summarize } = options
  if (!(targetTokens >= 500)) {
    throw new ConfigError('targetTokens', `targetTokens must be at least 500 tokens, not ${targetTokens}.`)
  }
  const window = Math.ceil(targetTokens / filledShare)
  const redactor = createRedactor()
  const count = (messages: readonly Message[]) => messages.reduce((sum, message) => sum + countTokens(message), 0)

  /** Returns the tokens that the head and a summary leave for the tail. */
  function tailTokens(messages: readonly Message[]): number {
    const head = count(messages.slice(0, protectFirst + (messages[0]?.role === 'system' ? 1 : 0)))
    return Math.max(0, Math.floor((targetTokens - head - summaryTokens(window)) / softCeiling))
  }

  return {
    async compress(messages, { signal }) {
      const tokensBefore = count(messages)
      if (tokensBefore <= targetTokens)
        return { status: 'unchanged', messages, tokensBefore, tokensAfter: tokensBefore }
      const engine = createCompressor({
        protectFirst,
        protectLast,
        tailTokens: tailTokens(messages),
        countTokens,
        redactor,
        ...(summarize && { summarize }),
      })
      const snapshot = { sessionId: 'trajectory', system: '', tools: [], messages, contextWindow: window, state: {} }
      const compression = await engine.compress(snapshot, { signal, force: true })
      if (compression.status === 'skipped') {
        return { status: 'too-long', messages, tokensBefore, tokensAfter: tokensBefore, notice: compression.reason }
      }
      const tokensAfter = count(compression.messages)
      return {
        status: tokensAfter <= targetTokens ? 'compressed' : 'too-long',
        messages: compression.messages,
        tokensBefore,
        tokensAfter,
        ...(compression.notice !== undefined && { notice: compression.notice }),
      }
    },
  }
}
