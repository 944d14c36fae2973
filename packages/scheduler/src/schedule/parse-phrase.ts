import { parseClockOfPart } from './clock/parse-clock-of-part.js'
import { parseClocks } from './clock/parse-clocks.js'
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
 * Converts `monday 9am`, `weekdays at 8:30`, `mon, wed and fri at noon`, `9am and 5pm every day`, `morning at 8` or
 * `the first of each month at 8:00` to five cron fields.
 * @param text In lower case, with single spaces, without a leading `every`.
 */
export function parsePhrase(text: string): string | undefined {
  if (/^night (?:at )?midnight$/.test(text)) return '0 0 * * *'
  const ofPart = parseClockOfPart(text)
  if (ofPart) return `${ofPart.minute} ${ofPart.hour} * * *`
  const link = / (?:every |on |(?=daily$))/.exec(text)
  const time = text.slice(0, link?.index ?? 0)
  return link && parseClocks(time) ? dayFirst(`${text.slice(link.index + link[0].length)} ${time}`) : dayFirst(text)
}

function dayFirst(text: string): string | undefined {
  const words = text.replaceAll(',', ' , ').split(' ').filter(Boolean)
  const days = readDays(words) ?? readDayOfMonth(text)
  if (days === undefined) return undefined
  const times = parseClocks(words.slice(days.length).join(' '))
  return times && `${times.minute} ${times.hours} ${days.ofMonth ?? '*'} * ${days.field ?? '*'}`
}

interface Days {
  /** The field for the day of the week. */
  readonly field?: string
  readonly ofMonth?: string
  /** The length in words. */
  readonly length: number
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']
const dayOfMonth = /^(?:on )?(?:the )?([a-z]+|\d{1,2}(?:st|nd|rd|th)?)(?: ([a-z]+))? of (?:(?:each|every|the) )?month\b/

/**
 * Parses `the first of each month`, `the 15th of every month`, `last day of the month`, `last weekday of the month`,
 * `first monday of the month`, `last friday of each month`.
 */
function readDayOfMonth(text: string): Days | undefined {
  const [start, word, day = 'day'] = dayOfMonth.exec(text) ?? []
  if (start === undefined || word === undefined) return undefined
  const ordinal = ordinals.indexOf(word) + 1
  const number = ordinal || Number.parseInt(word, 10)
  const length = start.split(' ').length
  const weekday = weekdayOf(day)
  if (weekday >= 0) {
    const which = word === 'last' ? 'L' : number
    return which === 'L' || (which >= 1 && which <= 5) ? { field: `${weekday}#${which}`, length } : undefined
  }
  if (day === 'weekday' && word === 'last') return { ofMonth: 'LW', length }
  if (day !== 'day') return undefined
  if (word === 'last') return { ofMonth: 'L', length }
  return number >= 1 && number <= 31 ? { ofMonth: `${number}`, length } : undefined
}

const isLink = (word: string) => word === 'and' || word === ','

function readDays(words: readonly string[]): Days | undefined {
  const group = groups[words[0] ?? '']
  if (group !== undefined) return { field: group, length: 1 }
  const end = words.findIndex((word) => !isLink(word) && weekdayOf(word) < 0)
  const length = end < 0 ? words.length : end
  const numbers = words.slice(0, length).flatMap((word) => (isLink(word) ? [] : [weekdayOf(word)]))
  return numbers.length === 0 ? undefined : { field: [...new Set(numbers)].join(','), length }
}
