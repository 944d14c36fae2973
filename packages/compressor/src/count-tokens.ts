import type { ContextSnapshot, Message, ToolDefinition } from '@hermes/core'
import type { Steps } from '@hermes/safety'
import { estimateMessageTokens, estimateTextTokens } from './estimate-tokens.js'

/** Counts the tokens of a text, or of a message with its calls and pictures. Must be pure. */
export type CountTokens = (value: string | Message) => number

export const estimateTokens: CountTokens = (value) =>
  typeof value === 'string' ? estimateTextTokens(value) : estimateMessageTokens(value)

/** Counts the parts of requests. The counts of message objects, tools and system prompts are cached. */
export interface Meter {
  text(text: string): number
  message(message: Message): number
  messages(messages: readonly Message[]): number
  /** Counts the messages after the last known one, so that later counts are sums. */
  learn(messages: readonly Message[]): Steps<void>
  /** Counts the system prompt and the tools. */
  base(context: Pick<ContextSnapshot, 'system' | 'tools'>): number
}

/** Maximum number of system prompts whose counts are cached. */
const mostPrompts = 32

export function createMeter(countTokens: CountTokens): Meter {
  const known = new WeakMap<Message, number>()
  const knownTools = new WeakMap<readonly ToolDefinition[], number>()
  const knownPrompts = new Map<string, number>()
  const text = (value: string) => usable(countTokens(value)) ?? estimateTokens(value)
  const message = (value: Message) =>
    remembered(known, value, () => usable(countTokens(value)) ?? estimateTokens(value))
  /**
   * Cached, because a session sends the same prompt with every request, and sessions of one surface often share a
   * prompt.
   */
  function promptOf(system: string): number {
    const found = knownPrompts.get(system)
    if (found !== undefined) return found
    if (knownPrompts.size >= mostPrompts) knownPrompts.clear()
    const tokens = text(system)
    knownPrompts.set(system, tokens)
    return tokens
  }

  return {
    text,
    message,
    *learn(values) {
      // A history grows at its end. Any other unknown message is counted when it is needed.
      const firstNew = values.findLastIndex((value) => known.has(value)) + 1
      for (const value of values.slice(firstNew)) {
        message(value)
        yield
      }
    },
    messages: (values) => values.reduce((sum, value) => sum + message(value), 0),
    base: ({ system, tools }) =>
      promptOf(system) + (tools.length === 0 ? 0 : remembered(knownTools, tools, () => text(JSON.stringify(tools)))),
  }
}

function usable(count: number): number | undefined {
  return Number.isFinite(count) && count >= 0 ? count : undefined
}

function remembered<Key extends object>(known: WeakMap<Key, number>, key: Key, count: () => number): number {
  const found = known.get(key)
  if (found !== undefined) return found
  const tokens = count()
  known.set(key, tokens)
  return tokens
}
