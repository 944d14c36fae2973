import type { JourneyEntry } from './create-journey.js'

export interface JourneyDay {
  /** The date in local time, such as `2026-11-23`. */
  readonly day: string
  readonly entries: readonly JourneyEntry[]
  /** How many entries last, because they neither were undone nor undo another one. */
  readonly lasting: number
}

/** Groups the entries by day, in their order. */
export function journeyDays(entries: readonly JourneyEntry[]): readonly JourneyDay[] {
  // The Swedish date format is that of ISO 8601.
  const days = Map.groupBy(entries, ({ atMs }) => new Date(atMs).toLocaleDateString('sv-SE'))
  return [...days].map(([day, list]) => ({
    day,
    entries: list,
    lasting: list.filter(({ isUndone, undoes }) => !isUndone && undoes === undefined).length,
  }))
}

const widest = 20

/** Returns a bar for each day, whose length is the day's share of the fullest day. */
export function journeyBars(days: readonly JourneyDay[]): readonly string[] {
  const most = Math.max(1, ...days.map(({ lasting }) => lasting))
  return days.map(({ day, lasting }) => `${day} ${'▇'.repeat(Math.ceil((lasting / most) * widest))} ${lasting}`)
}
