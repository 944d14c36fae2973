import { type Agent, type CompressionOutcome, describeError, type Logger, type SessionId } from '@hermes/core'
import { createFailureBackoff } from './failure-backoff.js'

/** When to compress a conversation between turns, so that no turn starts with a nearly full window. */
export interface CompressionSettings {
  /** Compress at this number of messages, regardless of their size. */
  readonly maxMessages: number
  /** The time limit of one compression. */
  readonly limitMs: number
  /** How long a new turn waits before the compression is aborted. */
  readonly holdMs: number
  /** The cooldown after a failure. It is three times as long after the second, and nine times after the third. */
  readonly cooldownMs: number
}

export interface BackgroundCompression {
  /** Compresses a conversation that has outgrown its window. Never throws. */
  consider(conversation: Compressible, stop: AbortSignal): Promise<void>
  /** How long a turn waits for the compression. */
  readonly holdMs: number
}

export interface Compressible {
  readonly id: SessionId
  readonly agent: Pick<Agent, 'compress' | 'context'>
  /** The number of messages after the latest turn. */
  readonly messageCount: number
  /** The tokens of the latest model call, including the answer, if the provider reported them. */
  readonly callTokens?: number | undefined
  /** Blocks turns during the work. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
}

export interface BackgroundCompressionOptions {
  /** Called after each turn. `undefined`: the conversation is not compressed now. */
  readonly settings: () => CompressionSettings | undefined
  readonly logger: Logger
  readonly now: () => number
}

/** The share of the window above which a conversation is compressed between turns. */
const share = 0.85
const fewestMessages = 4

export function createBackgroundCompression(options: BackgroundCompressionOptions): BackgroundCompression {
  const { settings, logger, now } = options
  const windows = new WeakMap<Compressible['agent'], number>()
  const backoff = createFailureBackoff({ cooldownMs: () => settings()?.cooldownMs ?? 0, now })

  async function compress(conversation: Compressible, limits: CompressionSettings, stop: AbortSignal) {
    const { id, agent, messageCount, alone } = conversation
    if (messageCount < fewestMessages || isSmall(conversation, limits)) return
    if (backoff.isResting(id) || !(await isTooLarge(conversation, limits)) || stop.aborted) return
    const signal = AbortSignal.any([stop, AbortSignal.timeout(limits.limitMs)])
    const outcome = await alone(() => agent.compress(id, { force: false, signal })).catch(
      (error: unknown): Pick<CompressionOutcome, 'status'> => {
        // The waiting turn compresses the conversation itself.
        if (stop.aborted) return { status: 'skipped' }
        throw error
      },
    )
    if (stop.aborted) return
    if (outcome.status === 'compressed') backoff.succeed(id)
    else backoff.fail(id)
  }

  /**
   * Whether a conversation is too small to compress. Avoids the store where possible, because measuring a conversation
   * means reading all of it.
   */
  function isSmall({ agent, messageCount, callTokens }: Compressible, { maxMessages }: CompressionSettings): boolean {
    const window = windows.get(agent)
    if (window === undefined || callTokens === undefined) return false
    return messageCount < maxMessages && callTokens < share * window
  }

  async function isTooLarge({ id, agent }: Compressible, { maxMessages }: CompressionSettings): Promise<boolean> {
    const { measure, contextWindow, messages } = await agent.context(id)
    windows.set(agent, contextWindow)
    return messages.length >= maxMessages || (measure !== undefined && measure.tokens >= share * contextWindow)
  }

  return {
    get holdMs() {
      return settings()?.holdMs ?? 0
    },
    async consider(conversation, stop) {
      const limits = settings()
      if (!limits) return
      const { id: sessionId } = conversation
      try {
        await compress(conversation, limits, stop)
      } catch (error) {
        backoff.fail(sessionId)
        logger.log('warn', `A session was not compressed between its turns: ${describeError(error)}`, { sessionId })
      }
    },
  }
}
