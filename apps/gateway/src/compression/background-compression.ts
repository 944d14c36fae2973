import {
  type Agent,
  type CompressionOutcome,
  describeError,
  InterruptError,
  type Logger,
  type SessionId,
} from '@hermes/core'
import type { Config } from '@hermes/runtime'
import { createFailureLadder } from './failure-ladder.js'

/** Shortens conversations between their turns, so that no turn begins with a window that is nearly full. */
export interface BackgroundCompression extends AsyncDisposable {
  /** A turn has ended and its answer is on its way. Returns at once. */
  consider(sessionId: SessionId): void
  /** Before a turn: a compression that is under way gets a while to end, and is then given up. */
  makeWay(sessionId: SessionId): Promise<void>
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

export interface BackgroundCompressionOptions {
  readonly agent: Pick<Agent, 'compress' | 'context'>
  readonly settings: Config['compression']
  readonly logger: Logger
  /** Default `Date.now`. */
  readonly now?: () => number
}

/** The part of the window from which on a conversation is not left to its next turn. */
const share = 0.85
const fewestMessages = 4

interface UnderWay {
  readonly controller: AbortController
  readonly ended: Promise<void>
}

export function createBackgroundCompression(options: BackgroundCompressionOptions): BackgroundCompression {
  const { agent, settings, logger, now = Date.now } = options
  const ladder = createFailureLadder({ cooldownMs: settings.hygiene_failure_cooldown_seconds * 1000, now })
  const underWay = new Map<SessionId, UnderWay>()
  let isClosed = false

  async function isTooLarge(sessionId: SessionId): Promise<boolean> {
    const { measure, contextWindow, messages } = await agent.context(sessionId)
    if (messages.length < fewestMessages) return false
    if (messages.length >= settings.hygiene_hard_message_limit) return true
    return measure !== undefined && measure.tokens >= share * contextWindow
  }

  async function compress(sessionId: SessionId, stop: AbortSignal): Promise<void> {
    if (ladder.isResting(sessionId) || !(await isTooLarge(sessionId))) return
    const limit = AbortSignal.timeout(settings.hygiene_total_ceiling_seconds * 1000)
    const outcome = await agent
      .compress(sessionId, { force: false, signal: AbortSignal.any([stop, limit]) })
      .catch((error: unknown): Pick<CompressionOutcome, 'status'> => {
        // Whoever took over compresses by itself.
        if (stop.aborted) return { status: 'skipped' }
        throw error
      })
    if (stop.aborted) return
    if (outcome.status === 'compressed') ladder.succeed(sessionId)
    else ladder.fail(sessionId)
  }

  async function work(sessionId: SessionId, stop: AbortSignal): Promise<void> {
    try {
      await compress(sessionId, stop)
    } catch (error) {
      ladder.fail(sessionId)
      logger.log('warn', `A session was not compressed between its turns: ${describeError(error)}`, { sessionId })
    }
  }

  return {
    consider(sessionId) {
      if (isClosed || !settings.enabled || underWay.has(sessionId)) return
      const controller = new AbortController()
      const ended = work(sessionId, controller.signal).finally(() => underWay.delete(sessionId))
      underWay.set(sessionId, { controller, ended })
    },
    async makeWay(sessionId) {
      const found = underWay.get(sessionId)
      if (!found) return
      const timer = setTimeout(
        () => found.controller.abort(new InterruptError('The next turn begins.')),
        settings.hygiene_max_turn_hold_seconds * 1000,
      )
      await found.ended
      clearTimeout(timer)
    },
    async settled() {
      await Promise.all([...underWay.values()].map(({ ended }) => ended))
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      for (const { controller } of underWay.values()) controller.abort(new InterruptError('The gateway is stopping.'))
      await Promise.all([...underWay.values()].map(({ ended }) => ended))
    },
  }
}
