import { momentOf } from '../cron/open-cron.js'

const form =
  /^(\d{4})-(\d\d)-(\d\d)(?:[t ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)?( ?z| ?[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?$/i

/**
 * Parses an ISO date with or without a time. Without an offset, it is a local time of `zone`.
 * @returns milliseconds since 1970, or `undefined` for a date or time that does not exist in the calendar.
 */
export function parseIsoTime(text: string, zone: string): number | undefined {
  const found = form.exec(text)
  if (!found) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((digits) => Number(digits ?? 0))
  const asUtc = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  asUtc.setUTCFullYear(year)
  const isReal =
    asUtc.getUTCMonth() === month - 1 && asUtc.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  if (!isReal) return undefined
  const offset = found[7]?.trim()
  if (offset === undefined) return momentOf({ year, month, day, hour, minute, second }, zone)?.getTime()
  return asUtc.getTime() - offsetMs(offset)
}

function offsetMs(offset: string): number {
  if (/^z$/i.test(offset)) return 0
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(3).replace(':', '') || 0)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}
