import type { ContextSnapshot, Message } from '@hermes/core'
import { countMessageParts } from './tokens/count-message.js'
import { estimateText } from './tokens/estimate-text.js'
import { families } from './tokens/families.js'

/** What most providers count by, or come near to. Which family a model has is known to a token counter only. */
const family = 'o200k'

/** How many tokens a text takes, without a tokenizer. See `estimateText` of `@hermes/compressor/tokens`. */
export function estimateTextTokens(text: string): number {
  return estimateText(text, family)
}

/** A message with its calls, its attachments and what the wire puts around them. */
export function estimateMessageTokens(message: Message): number {
  return countMessageParts(message, estimateTextTokens, families[family].frame)
}

/**
 * The size of the next request: what the provider counted for the newest one and an estimate of what came since, or an
 * estimate of all of it.
 *
 * @param countMessage Default {@link estimateMessageTokens}: give one that remembers where this is asked before each call.
 */
export function estimateRequestTokens(
  { system, tools, messages, measured }: ContextSnapshot,
  countMessage: (message: Message) => number = estimateMessageTokens,
): number {
  const sum = (list: readonly Message[]) => list.reduce((total, message) => total + countMessage(message), 0)
  if (measured && measured.messageCount <= messages.length) {
    return measured.promptTokens + sum(messages.slice(measured.messageCount))
  }
  return estimateTextTokens(system) + estimateTextTokens(JSON.stringify(tools)) + sum(messages)
}
