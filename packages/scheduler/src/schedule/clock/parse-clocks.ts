import { type Clock, parseClock } from './parse-clock.js'

/** Several times of day that one cron schedule can express, because their minutes are the same. */
export interface Clocks {
  readonly minute: number
  readonly hours: readonly [number, ...number[]]
}

/**
 * Parses `at 9am`, `9am and 5pm`, `8:30, 12:30 and 17:30`.
 * @returns `undefined` for another text, and for times with different minutes.
 */
export function parseClocks(words: string): Clocks | undefined {
  const clocks = words.split(/ ?, ?(?:and )?| and /).map(parseClock)
  return clocks.every((clock) => clock !== undefined) ? together(clocks) : undefined
}

/** Combines times. Returns `undefined` for none, and for times with different minutes. */
export function together([first, ...others]: readonly Clock[]): Clocks | undefined {
  if (!first || others.some(({ minute }) => minute !== first.minute)) return undefined
  return { minute: first.minute, hours: [first.hour, ...others.map(({ hour }) => hour)] }
}
