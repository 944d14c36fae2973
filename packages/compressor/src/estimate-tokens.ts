import type { ContextSnapshot, Message } from '@hermes/core'
import { countMessageParts } from './tokens/count-message.js'
import { estimateText } from './tokens/estimate-text.js'
import { families } from './tokens/families.js'

/** The tokenizer family of most providers, or close to it. Only a token counter knows the family of a model. */
const family = 'o200k'

/** Estimates the tokens of a text without a tokenizer. See `estimateText` of `@hermes/compressor/tokens`. */
export function estimateTextTokens(text: string): number {
  return estimateText(text, family)
}

/** Estimates the tokens of a message with its calls, its attachments and the protocol overhead. */
export function estimateMessageTokens(message: Message): number {
  return countMessageParts(message, estimateTextTokens, families[family].frame)
}

/**
 * Estimates the size of the next request: the provider's count of the newest request plus an estimate of later messages, or an estimate of
 * the whole request without such a count.
 *
 * @param countMessage Default {@link estimateMessageTokens}. Pass a function with a cache if this is called before each request.
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
