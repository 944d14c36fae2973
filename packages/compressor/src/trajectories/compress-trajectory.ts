import { ConfigError, type Message } from '@hermes/core'
import { createRedactor } from '@hermes/safety/redact'
import { createCompressor } from '../compressor/create-compressor.js'
import { type CountTokens, estimateTokens } from '../count-tokens.js'
import type { Summarise } from '../summary/summarise.js'

export interface TrajectoryCompressorOptions {
  /** What a trajectory may take, in tokens. */
  readonly targetTokens: number
  /** Messages at the beginning that stay, the system message aside. Default 3. */
  readonly protectFirst?: number
  /** Messages at the end that stay. Default 4. */
  readonly protectLast?: number
  /** Default: an estimate. */
  readonly countTokens?: CountTokens
  /** Asks a model for the summaries. Default: they are made by rules. */
  readonly summarise?: Summarise
}

export interface TrajectoryCompressor {
  /**
   * Sums up the middle of a trajectory that is longer than the target; of the rest as much stays as fits. Messages that stay
   * keep their identity. Rejects with `signal.reason` once the signal is aborted.
   */
  compress(messages: readonly Message[], options: { readonly signal: AbortSignal }): Promise<CompressedMessages>
}

export interface CompressedMessages {
  /** `too-long`: it was shortened as far as it can be, which is not enough. */
  readonly status: 'unchanged' | 'compressed' | 'too-long'
  readonly messages: readonly Message[]
  readonly tokensBefore: number
  readonly tokensAfter: number
  /** What went otherwise than asked for: no model answered. */
  readonly notice?: string
}

/** The engine leaves room for an answer, which a trajectory does not need: it fills this part of a window. */
const filledShare = 0.8
/** The engine lets whole turns take the end past its budget by a half. */
const softCeiling = 1.5
/** What the engine gives a summary at most, in a window of this size. */
const summaryTokens = (window: number) => Math.max(Math.min(2_000, window / 8), Math.min(12_000, window / 20))

/**
 * Brings recorded conversations down to a number of tokens, as the engine does with those that go on: the beginning and the
 * end stay, calls keep their results, and a summary stands for the middle.
 *
 * @throws {ConfigError} when an option is out of its range.
 */
export function createTrajectoryCompressor(options: TrajectoryCompressorOptions): TrajectoryCompressor {
  const { targetTokens, protectFirst = 3, protectLast = 4, countTokens = estimateTokens, summarise } = options
  if (!(targetTokens >= 500)) {
    throw new ConfigError('targetTokens', `targetTokens must be at least 500 tokens, not ${targetTokens}.`)
  }
  const window = Math.ceil(targetTokens / filledShare)
  const { redact } = createRedactor()
  const count = (messages: readonly Message[]) => messages.reduce((sum, message) => sum + countTokens(message), 0)

  /** The end gets what the beginning and a summary leave. */
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
        redact,
        ...(summarise && { summarise }),
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
