import { type ContextSnapshot, type Message, type MessageContent, textOf } from '@hermes/core'

/** What a message costs beside its text: role, separators, ids. */
const perMessage = 4
/** What providers charge for a picture of common size. */
const perImage = 1_500

/**
 * How many tokens a text takes, without a tokenizer: a quarter of its letters, but a whole one for each Chinese,
 * Japanese or Korean character, which tokenizers rarely join.
 */
export function estimateTextTokens(text: string): number {
  let wide = 0
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) >= 0x2e80) wide += 1
  return Math.ceil(wide + (text.length - wide) / 4)
}

export function estimateMessageTokens(message: Message): number {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  const callTokens = calls.reduce(
    (sum, call) => sum + estimateTextTokens(call.function.name + call.function.arguments),
    0,
  )
  return perMessage + estimateTextTokens(textOf(message.content)) + callTokens + countImages(message.content) * perImage
}

/**
 * The size of the next request: what the provider counted for the newest one and an estimate of what came since, or an
 * estimate of all of it.
 */
export function estimateRequestTokens({ system, tools, messages, measured }: ContextSnapshot): number {
  if (measured && measured.messageCount <= messages.length) {
    return measured.promptTokens + sum(messages.slice(measured.messageCount))
  }
  return estimateTextTokens(system) + estimateTextTokens(JSON.stringify(tools)) + sum(messages)
}

function sum(messages: readonly Message[]): number {
  return messages.reduce((total, message) => total + estimateMessageTokens(message), 0)
}

function countImages(content: MessageContent | null): number {
  return Array.isArray(content) ? content.filter((part) => part.type === 'image_url').length : 0
}
