const weekdays: readonly (readonly string[])[] = [
  ['sunday', 'sun', 'sundays'],
  ['monday', 'mon', 'mondays'],
  ['tuesday', 'tue', 'tues', 'tuesdays'],
  ['wednesday', 'wed', 'weds', 'wednesdays'],
  ['thursday', 'thu', 'thur', 'thurs', 'thursdays'],
  ['friday', 'fri', 'fridays'],
  ['saturday', 'sat', 'saturdays'],
]

/** Returns the number of a day of the week, from 0 for Sunday, or -1 for another word. */
export function weekdayOf(word: string): number {
  return weekdays.findIndex((names) => names.includes(word))
}
