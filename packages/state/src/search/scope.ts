import type { SearchQuery } from '@hermes/core/sessions'
import { encodeText } from '../rows/text.js'
import { quoted } from './to-phrase.js'

/**
 * Translates each filter of a query into a list of words, one of which must be in the `scope` column of the index.
 *
 * @param storedSources Returns all stored sources.
 */
export function toScope(query: SearchQuery, storedSources: () => readonly string[]): readonly string[] {
  const { roles, sources, withoutSources, sessionId, userId, sinceMs, untilMs } = query
  const without = withoutSources && withoutSources.length > 0 ? new Set(withoutSources.map(encodeText)) : undefined
  const filters = [
    ...(roles ? [roles.map((role) => word('r', role))] : []),
    ...(sources ? [sources.map((source) => word('s', hex(encodeText(source))))] : []),
    // Includes the wanted sources instead of excluding the others, so that the index reads only matching rows.
    ...(without
      ? [
          storedSources()
            .filter((source) => !without.has(source))
            .map((source) => word('s', hex(source))),
        ]
      : []),
    ...(sessionId === undefined ? [] : [[word('x', hex(sessionId))]]),
    ...(userId === undefined ? [] : [[word('u', userId === null ? 'none' : hex(encodeText(userId)))]]),
    ...(isDay(sinceMs) ? [daysFrom(new Date(sinceMs))] : []),
    ...(isDay(untilMs) ? [daysUntil(new Date(untilMs))] : []),
  ]
  return filters.map((words) => `scope : (${words.map((each) => quoted(each)).join(' OR ') || quoted(nothing)})`)
}

/** Prefix of the words in this column: a private-use character, which no query contains. */
const mark = '\uE000'
const nothing = `${mark}nothing`
const word = (kind: 'r' | 's' | 'u' | 'x' | 'y' | 'm' | 'd', value: string) => `${mark}${kind}${value}`

function hex(text: string): string {
  return Buffer.from(text).toString('hex')
}

const firstYear = 1970
const lastYear = 2099

/** Whether the index contains the day. Other times are compared with the message itself. */
function isDay(timeMs: number | undefined): timeMs is number {
  return timeMs !== undefined && timeMs >= Date.UTC(firstYear) && timeMs < Date.UTC(lastYear + 1)
}

function daysFrom(date: Date): readonly string[] {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  return [
    ...numbers(day, 31).map((each) => word('d', `${year}${two(month)}${two(each)}`)),
    ...numbers(month + 1, 12).map((each) => word('m', `${year}${two(each)}`)),
    ...numbers(year + 1, lastYear).map((each) => word('y', String(each))),
  ]
}

function daysUntil(date: Date): readonly string[] {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  return [
    ...numbers(1, day).map((each) => word('d', `${year}${two(month)}${two(each)}`)),
    ...numbers(1, month - 1).map((each) => word('m', `${year}${two(each)}`)),
    ...numbers(firstYear, year - 1).map((each) => word('y', String(each))),
  ]
}

function numbers(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

const two = (value: number) => String(value).padStart(2, '0')
