import { parseClock } from './clock/parse-clock.js'
import { parseClockOfPart } from './clock/parse-clock-of-part.js'
import { weekdayOf } from './weekdays.js'

const groups: Readonly<Record<string, string>> = {
  day: '*',
  daily: '*',
  everyday: '*',
  weekday: '1-5',
  weekdays: '1-5',
  weekend: '0,6',
  weekends: '0,6',
}

/**
 * Turns `monday 9am`, `weekdays at 8:30`, `mon, wed and fri at noon`, `morning at 8` or `the first of each month at 8:00` into five cron fields.
 * @param text In lower case, with single spaces, without `every`.
 */
export function parsePhrase(text: string): string | undefined {
  const ofPart = parseClockOfPart(text)
  if (ofPart) return `${ofPart.minute} ${ofPart.hour} * * *`
  const words = text.replaceAll(',', ' ').split(' ').filter(Boolean)
  const days = readDays(words) ?? readDayOfMonth(text)
  if (days === undefined) return undefined
  const time = parseClock(words.slice(days.length).join(' '))
  return time && `${time.minute} ${time.hour} ${days.ofMonth ?? '*'} * ${days.field ?? '*'}`
}

interface Days {
  /** Of the week. */
  readonly field?: string
  readonly ofMonth?: string
  /** In words. */
  readonly length: number
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']
const dayOfMonth = /^(?:on )?(?:the )?([a-z]+|\d{1,2}(?:st|nd|rd|th)?)(?: day)? of (?:(?:each|every|the) )?month\b/

/** `the first of each month`, `the 15th of every month`, `last day of the month`. */
function readDayOfMonth(text: string): Days | undefined {
  const [start, word] = dayOfMonth.exec(text) ?? []
  if (start === undefined || word === undefined) return undefined
  const ordinal = ordinals.indexOf(word) + 1
  const number = ordinal || Number.parseInt(word, 10)
  const length = start.split(' ').length
  if (word === 'last') return { ofMonth: 'L', length }
  return number >= 1 && number <= 31 ? { ofMonth: `${number}`, length } : undefined
}

function readDays(words: readonly string[]): Days | undefined {
  const group = groups[words[0] ?? '']
  if (group !== undefined) return { field: group, length: 1 }
  const end = words.findIndex((word) => word !== 'and' && weekdayOf(word) < 0)
  const length = end < 0 ? words.length : end
  const numbers = words.slice(0, length).flatMap((word) => (word === 'and' ? [] : [weekdayOf(word)]))
  return numbers.length === 0 ? undefined : { field: [...new Set(numbers)].join(','), length }
}
