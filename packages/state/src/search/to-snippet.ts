import { type Message, textOf } from '@hermes/core'
import type { SearchGroup } from './parse-query.js'

const longest = 200
const before = 80

/** One line around the first of the words that is found as it was typed; the beginning, where none is. */
export function toSnippet(message: Message, groups: readonly SearchGroup[]): string {
  const text = searchable(message).replaceAll(/\s+/g, ' ').trim()
  const lower = text.toLowerCase()
  const places = groups
    .flatMap(({ wanted }) => wanted)
    .map((term) => lower.indexOf(term.text.toLowerCase()))
    .filter((place) => place >= 0)
  const start = Math.max(0, Math.min(...places, text.length) - before)
  return cut(text, places.length === 0 ? 0 : start)
}

function cut(text: string, start: number): string {
  const excerpt = text.slice(start, start + longest - 2).toWellFormed()
  return `${start > 0 ? '…' : ''}${excerpt}${start + longest - 2 < text.length ? '…' : ''}`
}

function searchable(message: Message): string {
  const text = textOf(message.content)
  if (message.role !== 'assistant' || !message.tool_calls) return text
  return [text, ...message.tool_calls.map((call) => `${call.function.name} ${call.function.arguments}`)].join(' ')
}
