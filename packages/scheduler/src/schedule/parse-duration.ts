const minuteMs = 60_000
const unitMs: Readonly<Record<string, number>> = {
  m: minuteMs,
  h: 60 * minuteMs,
  d: 1440 * minuteMs,
  w: 10_080 * minuteMs,
}
const part = String.raw`(?:\d{1,12} ?(?:m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?))`
const whole = new RegExp(`^${part}(?: ?${part})*$`)
const unitAlone = /^(?:minute|hour|day|week)$/

/**
 * Parses `30m`, `2 hours`, `1h 30m`, or a unit alone, which counts once.
 * @returns milliseconds, or `undefined` for a text that is not a duration, or a duration of zero.
 */
export function parseDuration(text: string): number | undefined {
  if (unitAlone.test(text)) return unitMs[text.charAt(0)]
  if (!whole.test(text)) return undefined
  let totalMs = 0
  for (const [, count = '', unit = ''] of text.matchAll(/(\d{1,12}) ?([a-z])[a-z]*/g)) {
    totalMs += Number(count) * (unitMs[unit] ?? 0)
  }
  return totalMs > 0 ? totalMs : undefined
}
