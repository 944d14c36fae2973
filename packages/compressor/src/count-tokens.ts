import type { ContextSnapshot, Message, ToolDefinition } from '@hermes/core'
import { estimateMessageTokens, estimateTextTokens } from './estimate-tokens.js'

/** How many tokens a text, or a whole message with its calls and pictures, takes. Pure: the same value, the same number. */
export type CountTokens = (value: string | Message) => number

export const estimateTokens: CountTokens = (value) =>
  typeof value === 'string' ? estimateTextTokens(value) : estimateMessageTokens(value)

/** Counts what requests are made of, each message once in its life. */
export interface Meter {
  text(text: string): number
  message(message: Message): number
  messages(messages: readonly Message[]): number
  /** What every request carries before its first message. */
  base(context: Pick<ContextSnapshot, 'system' | 'tools'>): number
}

export function createMeter(countTokens: CountTokens): Meter {
  const known = new WeakMap<Message, number>()
  const knownTools = new WeakMap<readonly ToolDefinition[], number>()
  const text = (value: string) => usable(countTokens(value)) ?? estimateTokens(value)
  const message = (value: Message) =>
    remembered(known, value, () => usable(countTokens(value)) ?? estimateTokens(value))
  return {
    text,
    message,
    messages: (values) => values.reduce((sum, value) => sum + message(value), 0),
    base: ({ system, tools }) =>
      text(system) + (tools.length === 0 ? 0 : remembered(knownTools, tools, () => text(JSON.stringify(tools)))),
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
