import { type Agent, type CompressionOutcome, describeError, type Logger, type SessionId } from '@hermes/core'
import { createFailureLadder } from './failure-ladder.js'

/** When a conversation is shortened between its turns, so that no turn begins with a window that is nearly full. */
export interface CompressionSettings {
  /** From so many messages on, whatever their size. */
  readonly maxMessages: number
  /** How long one compression may take. */
  readonly limitMs: number
  /** How long a turn that comes meanwhile waits. Then the compression is given up. */
  readonly holdMs: number
  /** How long a conversation is left alone after a failure; three and nine times as long after the next ones. */
  readonly cooldownMs: number
}

export interface BackgroundCompression {
  /** Shortens a conversation if it has outgrown its window. Never throws. */
  consider(conversation: Compressible, stop: AbortSignal): Promise<void>
  /** How long a turn waits for it. */
  readonly holdMs: number
}

export interface Compressible {
  readonly id: SessionId
  readonly agent: Pick<Agent, 'compress' | 'context'>
  /** Keeps turns out while the work lasts. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
}

export interface BackgroundCompressionOptions {
  /** Asked after each turn. `undefined`: not now. */
  readonly settings: () => CompressionSettings | undefined
  readonly logger: Logger
  readonly now: () => number
}

/** The part of the window from which on a conversation is not left to its next turn. */
const share = 0.85
const fewestMessages = 4

export function createBackgroundCompression(options: BackgroundCompressionOptions): BackgroundCompression {
  const { settings, logger, now } = options
  const ladder = createFailureLadder({ cooldownMs: () => settings()?.cooldownMs ?? 0, now })

  async function compress({ id, agent, alone }: Compressible, limits: CompressionSettings, stop: AbortSignal) {
    if (ladder.isResting(id) || !(await isTooLarge(agent, id, limits)) || stop.aborted) return
    const signal = AbortSignal.any([stop, AbortSignal.timeout(limits.limitMs)])
    const outcome = await alone(() => agent.compress(id, { force: false, signal })).catch(
      (error: unknown): Pick<CompressionOutcome, 'status'> => {
        // The turn that took over compresses by itself.
        if (stop.aborted) return { status: 'skipped' }
        throw error
      },
    )
    if (stop.aborted) return
    if (outcome.status === 'compressed') ladder.succeed(id)
    else ladder.fail(id)
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
        ladder.fail(sessionId)
        logger.log('warn', `A session was not compressed between its turns: ${describeError(error)}`, { sessionId })
      }
    },
  }
}

async function isTooLarge(agent: Compressible['agent'], id: SessionId, { maxMessages }: CompressionSettings) {
  const { measure, contextWindow, messages } = await agent.context(id)
  if (messages.length < fewestMessages) return false
  return messages.length >= maxMessages || (measure !== undefined && measure.tokens >= share * contextWindow)
}
