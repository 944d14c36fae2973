import { UsageError } from '../usage-error.js'

const unitsMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000, y: 365 * 86_400_000 } as const

/** Parses a span such as `90d`, `12h` or `2w` into milliseconds. @throws {UsageError} */
export function parseSpan(option: string, text: string): number {
  const spanMs = spanOf(text)
  if (spanMs === undefined) throw new UsageError(`${option} takes a span such as 90d, 12h or 2w, not "${text}".`)
  return spanMs
}

/** Parses a moment: a span before now, a local day, or a date with a time. @throws {UsageError} */
export function parseSince(option: string, text: string, nowMs: number): number {
  const spanMs = spanOf(text)
  if (spanMs !== undefined) return nowMs - spanMs
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  // Without a time, the date would be parsed as UTC.
  const timeMs = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(isDay ? `${text}T00:00` : text) : Number.NaN
  if (!Number.isNaN(timeMs)) return timeMs
  throw new UsageError(`${option} takes a span such as 7d or 12h, or a date such as 2026-03-14, not "${text}".`)
}

function spanOf(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,6})([mhdwy])$/.exec(text) ?? []
  return unit !== undefined && isUnit(unit) ? Number(count) * unitsMs[unit] : undefined
}

function isUnit(text: string): text is keyof typeof unitsMs {
  return Object.hasOwn(unitsMs, text)
}
