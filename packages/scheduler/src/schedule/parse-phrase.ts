const groups: Readonly<Record<string, string>> = {
  day: '*',
  daily: '*',
  everyday: '*',
  weekday: '1-5',
  weekdays: '1-5',
  weekend: '0,6',
  weekends: '0,6',
}
const weekdays: readonly (readonly string[])[] = [
  ['sunday', 'sun', 'sundays'],
  ['monday', 'mon', 'mondays'],
  ['tuesday', 'tue', 'tues', 'tuesdays'],
  ['wednesday', 'wed', 'weds', 'wednesdays'],
  ['thursday', 'thu', 'thur', 'thurs', 'thursdays'],
  ['friday', 'fri', 'fridays'],
  ['saturday', 'sat', 'saturdays'],
]

/**
 * Turns `monday 9am`, `weekdays at 8:30` or `mon, wed and fri at noon` into five cron fields.
 * @param text In lower case, without `every`.
 */
export function parsePhrase(text: string): string | undefined {
  const words = text.replaceAll(',', ' ').split(' ').filter(Boolean)
  const days = readDays(words)
  if (days === undefined) return undefined
  const rest = words.slice(days.length)
  const time = parseClock((rest[0] === 'at' ? rest.slice(1) : rest).join(''))
  return time && `${time.minute} ${time.hour} * * ${days.field}`
}

function readDays(words: readonly string[]): { readonly field: string; readonly length: number } | undefined {
  const group = groups[words[0] ?? '']
  if (group !== undefined) return { field: group, length: 1 }
  const end = words.findIndex((word) => word !== 'and' && numberOf(word) < 0)
  const length = end < 0 ? words.length : end
  const numbers = words.slice(0, length).flatMap((word) => (word === 'and' ? [] : [numberOf(word)]))
  return numbers.length === 0 ? undefined : { field: [...new Set(numbers)].join(','), length }
}

function numberOf(word: string): number {
  return weekdays.findIndex((names) => names.includes(word))
}

/** `9am`, `9:30 pm`, `14:00`, `7`, `noon`, `midnight`. */
function parseClock(text: string): { readonly hour: number; readonly minute: number } | undefined {
  if (text === 'noon' || text === 'midday') return { hour: 12, minute: 0 }
  if (text === 'midnight') return { hour: 0, minute: 0 }
  const found = /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/.exec(text)
  if (!found) return undefined
  const [, hours = '', minutes = '0', half] = found
  const hour = Number(hours)
  const minute = Number(minutes)
  if (minute > 59 || hour > 23) return undefined
  if (half === undefined) return { hour, minute }
  return hour < 1 || hour > 12 ? undefined : { hour: (hour % 12) + (half === 'pm' ? 12 : 0), minute }
}
