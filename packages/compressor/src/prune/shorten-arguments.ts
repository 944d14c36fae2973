import type { JsonValue, ToolCall } from '@hermes/core'
import { parseObject } from './parse-object.js'
import { shortenText } from './shorten-text.js'

/** Shortens each long text in the arguments, so that they stay valid JSON. Returns the same object if nothing is shortened. */
export function shortenArguments(call: ToolCall, limit: number): ToolCall {
  const { arguments: text } = call.function
  if (text.length <= limit) return call
  const shortened = JSON.stringify(shorten(parseObject(text), limit))
  return shortened.length < text.length ? { ...call, function: { ...call.function, arguments: shortened } } : call
}

function shorten(value: JsonValue | undefined, limit: number): JsonValue | undefined {
  if (typeof value === 'string') return shortenText(value, limit)
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value
    return items.slice(0, 50).map((item) => shorten(item, limit) ?? null)
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item, limit)]))
}
