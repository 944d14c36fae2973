import { parseJson } from '@hermes/core/wiring'
import type { Database } from '../connection/driver/database.js'
import { unspaced } from './parse-query.js'

const signs = new RegExp(unspaced.source, 'gu')
/** Also matches full-width Latin and half-width kana, which are variants of the same letters. */
const isWide = new RegExp(`${unspaced.source}|[\\uFF00-\\uFFEF]`, 'u')
/** Matches JSON with such characters or with escapes. */
const isRead = new RegExp(`${isWide.source}|\\\\u`, 'u')
/** Number of characters of a long tool result that the view `messages_searchable` indexes. */
const longestResult = 20_000
const headOfResult = 16_000
const tailOfResult = 4_000

/**
 * Returns the text of a message for the word index if some of its characters are words by themselves, such as Chinese
 * characters and emoji. Returns `null` if the message can be indexed as is.
 *
 * @param toolCalls The stored JSON.
 */
export function toSearchText(role: string, text: string, toolCalls: string | null): string | null {
  if (!isWide.test(text) && !(toolCalls !== null && isRead.test(toolCalls))) return null
  const whole = `${role === 'tool' ? headAndTail(text) : text} ${textOfCalls(toolCalls ?? '[]')}`
  return separateSigns(whole.toWellFormed().replaceAll('\0', ' '))
}

/** Puts spaces around each character that is a word by itself, and spells out those that the tokenizer drops. */
export function separateSigns(text: string): string {
  if (!isWide.test(text)) return text
  return text.normalize('NFKC').replaceAll(signs, (sign) => {
    const word = /[\p{L}\p{N}]/u.test(sign) ? sign : `u${sign.codePointAt(0)?.toString(16)}`
    return ` ${word} `
  })
}

/** Registers the SQL function with which a migration fills this column for older messages. Nothing else in a file depends on it. */
export function registerSearchText(database: Database): void {
  database.function('search_text', {}, (role, text, toolCalls) =>
    toSearchText(String(role), String(text ?? ''), typeof toolCalls === 'string' ? toolCalls : null),
  )
}

function headAndTail(text: string): string {
  if (text.length <= longestResult) return text
  return `${text.slice(0, headOfResult)} ${text.slice(-tailOfResult)}`
}

/** Returns the names of calls, and the strings and numbers in their arguments. */
function textOfCalls(toolCalls: string): string {
  const calls = parsed(toolCalls)
  if (!Array.isArray(calls)) return ''
  return calls
    .flatMap((call) => [...leavesOf(call?.function?.name), ...leavesOf(parsed(call?.function?.arguments))])
    .join(' ')
}

function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : []
}

/** Parses JSON. Returns other text unchanged. */
function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? parseJson(text) : text
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}
