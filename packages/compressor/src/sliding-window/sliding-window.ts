import { type Compression, ConfigError, type ContextEngine, type ContextSnapshot, type JsonObject } from '@hermes/core'
import { inSlices } from '@hermes/safety'
import { toBlocks } from '../blocks.js'
import { createMeter, estimateTokens } from '../count-tokens.js'
import { estimateRequestTokens } from '../estimate-tokens.js'
import { withKeepLast } from '../keep-last.js'
import { selectBlocks } from './select-blocks.js'

export interface SlidingWindowOptions {
  /** The share of the window at which the next request is compressed. Default 0.5. */
  readonly threshold?: number
  /** The number of first messages to keep. Default 3. */
  readonly protectFirst?: number
  /** The number of last messages to keep. Default 20. */
  readonly protectLast?: number
  /** The share of the threshold that the tail may fill with further messages. Default 0.2. */
  readonly targetRatio?: number
}

/** The share of the conversation that a compression must save to be worth a new session. */
const minGain = 0.1
/** The number of new messages before the next attempt, after a compression that saved too little. */
const retryAfterMessages = 10

/**
 * Creates the simplest context engine: when a conversation exceeds its share of the window, the middle is removed.
 * Needs no model. Removed messages are not summarized; the full history stays in the parent session.
 *
 * @throws {ConfigError} when an option is out of range.
 */
export function createSlidingWindow(options: SlidingWindowOptions = {}): ContextEngine {
  const { threshold = 0.5, protectFirst = 3, protectLast = 20, targetRatio = 0.2 } = options
  checkRatio('threshold', threshold)
  checkRatio('targetRatio', targetRatio)
  const { message: countMessage, learn } = createMeter(estimateTokens)
  const sizeOf = (context: ContextSnapshot) => estimateRequestTokens(context, countMessage)

  return {
    id: 'sliding-window',
    prepare: ({ messages }, { signal }) => inSlices(learn(messages), signal),
    shouldCompress: (context) =>
      context.messages.length >= retryFrom(context.state) && sizeOf(context) >= threshold * context.contextWindow,
    measure: (context) => ({
      tokens: sizeOf(context),
      trigger: Math.round(threshold * context.contextWindow),
    }),
    async compress(context, options) {
      options.signal.throwIfAborted()
      await inSlices(learn(context.messages), options.signal)
      const tailTokens = targetRatio * threshold * context.contextWindow
      const selection = withKeepLast({ protectFirst, protectLast, tailTokens }, context.messages, options)
      const blocks = selectBlocks(toBlocks(context.messages, countMessage), selection)
      return toCompression(
        context,
        blocks.flatMap((block) => block.messages),
        { trigger: threshold * context.contextWindow, sizeOf },
      )
    },
  }
}

interface Sizes {
  readonly trigger: number
  sizeOf(context: ContextSnapshot): number
}

function toCompression(
  context: ContextSnapshot,
  messages: ContextSnapshot['messages'],
  { trigger, sizeOf }: Sizes,
): Compression {
  const tokensBefore = sizeOf(context)
  const { measured: _, ...unmeasured } = context
  const left = sizeOf({ ...unmeasured, messages })
  const saved = sizeOf(unmeasured) - left
  if (saved < minGain * tokensBefore) {
    const state = { retryFrom: context.messages.length + retryAfterMessages }
    return { status: 'skipped', reason: 'Removing messages would save less than a tenth of the tokens.', state }
  }
  const tokensAfter = tokensBefore - saved
  // The next decision may be based on the estimate alone.
  const state = Math.max(left, tokensAfter) < trigger ? {} : { retryFrom: messages.length + retryAfterMessages }
  return { status: 'compressed', messages, state, tokensBefore, tokensAfter }
}

function retryFrom(state: JsonObject): number {
  return typeof state.retryFrom === 'number' ? state.retryFrom : 0
}

function checkRatio(name: string, value: number): void {
  if (value > 0 && value <= 1) return
  throw new ConfigError(name, `${name} must be more than 0 and at most 1, not ${value}.`)
}
