/** Returns a day of the local calendar: `2026-03-14`. */
export function localDay(timeMs: number): string {
  const date = new Date(timeMs)
  const twoDigits = (figure: number) => String(figure).padStart(2, '0')
  return [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
}

/** Returns all days of a range, inclusive. */
export function daysBetween(first: string, last: string): readonly string[] {
  const days: string[] = []
  const [year = 0, month = 1, date = 1] = first.split('-').map(Number)
  // Noon, so that daylight saving never changes the day.
  for (let offset = 0; days.at(-1) !== last && offset < mostDays; offset++) {
    days.push(localDay(new Date(year, month - 1, date + offset, 12).getTime()))
  }
  return days
}

/** The maximum length of a range, in case a clock was wrong. */
const mostDays = 36_525
