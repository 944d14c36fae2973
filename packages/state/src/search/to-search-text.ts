import type { Database } from 'better-sqlite3'
import { unspaced } from './parse-query.js'

const signs = new RegExp(unspaced.source, 'gu')
/** Full-width Latin, half-width kana: other shapes of the same letters. */
const isWide = new RegExp(`${unspaced.source}|[\\uFF00-\\uFFEF]`, 'u')
/** Of JSON: such signs, or escapes of any. */
const isRead = new RegExp(`${isWide.source}|\\\\u`, 'u')
/** As much of a long result of a tool as the view `messages_searchable` takes. */
const longestResult = 20_000
const headOfResult = 16_000
const tailOfResult = 4_000

/**
 * A message as the index of words takes it, where signs of it are words by themselves: Chinese letters, emoji and the like.
 * `null`: it can be taken as it stands.
 * @param toolCalls JSON, as it is stored.
 */
export function toSearchText(role: string, text: string, toolCalls: string | null): string | null {
  if (!isWide.test(text) && !(toolCalls !== null && isRead.test(toolCalls))) return null
  const whole = `${role === 'tool' ? headAndTail(text) : text} ${textOfCalls(toolCalls ?? '[]')}`
  return separateSigns(whole.toWellFormed().replaceAll('\0', ' '))
}

/** With blanks around each sign that is a word by itself. Those which the index knows no letters for are spelled. */
export function separateSigns(text: string): string {
  if (!isWide.test(text)) return text
  return text.normalize('NFKC').replaceAll(signs, (sign) => {
    const word = /[\p{L}\p{N}]/u.test(sign) ? sign : `u${sign.codePointAt(0)?.toString(16)}`
    return ` ${word} `
  })
}

/** For the migration that brings older messages to this: nothing else in a file asks for a function of ours. */
export function registerSearchText(database: Database): void {
  database.function('search_text', (role, text, toolCalls) =>
    toSearchText(String(role), String(text ?? ''), typeof toolCalls === 'string' ? toolCalls : null),
  )
}

function headAndTail(text: string): string {
  if (text.length <= longestResult) return text
  return `${text.slice(0, headOfResult)} ${text.slice(-tailOfResult)}`
}

/** Names, and the texts and numbers among the arguments. */
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

/** The value of JSON; text that is none as it is. */
function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : text
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}
