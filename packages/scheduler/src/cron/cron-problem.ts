import { openCron } from './open-cron.js'

const fields = [
  { name: 'minute', values: '0 to 59' },
  { name: 'hour', values: '0 to 23' },
  { name: 'day of the month', values: '1 to 31' },
  { name: 'month', values: '1 to 12' },
  { name: 'day of the week', values: '0 to 7' },
] as const

/** Returns which of five cron fields is wrong, and what it may be. `undefined` if each field is valid by itself. */
export function cronProblem(text: string): string | undefined {
  const given = text.split(' ')
  const index = given.findIndex((_, place) => !isReadable(given, place))
  const field = fields[index]
  if (!field) return undefined
  return `its ${field.name} is "${given[index]}", and can be ${field.values}, "*", a list ("1,5"), a range ("1-5") or a step ("*/5").`
}

function isReadable(given: readonly string[], place: number): boolean {
  const alone = given.map((field, index) => (index === place ? field : '*')).join(' ')
  try {
    openCron(alone, 'UTC')
    return true
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return false
    throw error
  }
}
