export interface Clock {
  readonly hour: number
  readonly minute: number
}

/** Parses `9am`, `at 9:30 pm`, `14:00`, `7`, `noon`, `midnight`. */
export function parseClock(words: string): Clock | undefined {
  const text = words.replace(/^at /, '').replaceAll(' ', '')
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
