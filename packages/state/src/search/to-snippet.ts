import { type Message, textOf } from '@hermes/core'
import { typedText } from '@hermes/safety'
import type { SearchGroup, SearchTerm } from './parse-query.js'

const longest = 200
const before = 80
/** Length in characters after which the text is ignored. */
const longestText = 200_000

/** Returns one line around the first matching word, or the start of the text. */
export function toSnippet(message: Message, groups: readonly SearchGroup[]): string {
  const text = searchable(message).slice(0, longestText).replaceAll(/\s+/g, ' ').trim()
  const plain = fold(text)
  const places = groups
    .flatMap(({ wanted }) => wanted)
    .map((term) => placeOf(term, plain))
    .filter((place) => place >= 0)
  const start = Math.max(0, Math.min(...places, text.length) - before)
  return cut(text, places.length === 0 ? 0 : start)
}

/** Finds a word, such as `art` in `start art`, in preference to a part of a word. */
function placeOf({ text }: SearchTerm, plain: string): number {
  const word = fold(text)
  const first = plain.indexOf(word)
  for (let place = first; place >= 0; place = plain.indexOf(word, place + 1)) {
    if (!/[\p{L}\p{N}]/u.test(plain.charAt(place - 1))) return place
  }
  return first
}

/** Converts a text to lower case without accents, keeping every character at its index. */
function fold(text: string): string {
  return text.replaceAll(/[^a-z0-9\s]/g, (unit) => {
    const plain = unit.toLowerCase().normalize('NFD').charAt(0)
    return plain === '' ? unit : plain
  })
}

function cut(text: string, start: number): string {
  const excerpt = text.slice(start, start + longest - 2).toWellFormed()
  return `${start > 0 ? '…' : ''}${excerpt}${start + longest - 2 < text.length ? '…' : ''}`
}

function searchable(message: Message): string {
  const text = message.role === 'user' ? typedText(textOf(message.content)) : textOf(message.content)
  if (message.role !== 'assistant' || !message.tool_calls) return text
  return [text, ...message.tool_calls.map((call) => `${call.function.name} ${call.function.arguments}`)].join(' ')
}
