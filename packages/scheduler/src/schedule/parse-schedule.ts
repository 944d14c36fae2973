import { describeError, type HermesError } from '@hermes/core'
import { oneLine } from '@hermes/safety'
import { cronProblem } from '../cron/cron-problem.js'
import { openCron } from '../cron/open-cron.js'
import { inEnglish } from './chinese/in-english.js'
import { isTimeZone } from './is-time-zone.js'
import { nicknames } from './nicknames.js'
import { parseDay } from './parse-day.js'
import { parseDuration } from './parse-duration.js'
import { parseIsoTime } from './parse-iso-time.js'
import { parsePhrase } from './parse-phrase.js'
import type { Schedule } from './schedule.js'
import { scheduleError } from './schedule-error.js'

export interface ParseScheduleOptions {
  /** The current time, in milliseconds since 1970. */
  readonly nowMs: number
  /** The IANA time zone of local times: `Europe/Berlin`. */
  readonly zone: string
}

/** The latest time of a schedule: the end of the year 9999. */
const endOfTimeMs = 253_402_300_799_999

/**
 * Reads a schedule.
 *
 * | text | due |
 * | --- | --- |
 * | `30m`, `in 2h` | once, after this time |
 * | `2027-01-31T09:00`, `2027-01-31T09:00Z` | once, at this time; without an offset in `zone` |
 * | `today at 18:30`, `tomorrow at 9am`, `next monday at 9am`, `tonight at 10` | once, at this time of the day in `zone` |
 * | `at 5pm`, `17:30` | once, when it is this time in `zone` again |
 * | `every 30m`, `every 2 hours` | each time this much real time has passed |
 * | `every monday at 9am`, `weekdays 8:30`, `9am and 5pm every day`, `every morning at 8` | at this local time |
 * | `the first of each month at 8:00`, `last friday of the month at 5pm` | on this day, at this local time |
 * | `hourly`, `daily`, `weekly`, `monthly`, `yearly` | at its beginning, like `@hourly`; weeks begin on Sunday |
 * | `每周一上午9点`, `每月1号8点`, `每2小时`, `30分钟后`, `明天下午3点`, `下周一9点` | as in English; `下周一` is in the week that begins next Monday |
 * | `0 9 * * 1-5`, `@daily` | when these cron fields match the local time |
 *
 * @throws {HermesError} `schedule/invalid` for any other text, a time that is past, and a time that never comes.
 */
export function parseSchedule(text: string, { nowMs, zone }: ParseScheduleOptions): Schedule {
  assertZone(zone)
  const words = text.trim().replace(/\s+/g, ' ')
  if (words === '') throw scheduleError('The schedule is empty: write for example "30m", "every 2h" or "0 9 * * *".')
  const lower = words.toLowerCase()
  const isChinese = /\p{Script=Han}/u.test(lower)
  const english = isChinese ? inEnglish(lower) : lower
  if (english === undefined) throw chineseError(lower, words)
  const everyWhat = /^every (.+)$/.exec(english)?.[1]
  const phrase = parsePhrase(everyWhat ?? english) ?? nicknames.get(english)
  if (phrase !== undefined) return { kind: 'cron', fields: phrase, zone }
  if (everyWhat !== undefined) return parseInterval(everyWhat, words, nowMs)
  return parseOnce(english, words, { nowMs, zone }) ?? parseCron(words, { nowMs, zone })
}

function chineseError(lower: string, text: string): HermesError {
  if (inEnglish(`${lower}9点`) !== undefined) return withoutTime(text, '9点')
  return scheduleError(
    `"${quoted(text)}" is no schedule: write for example "每天上午9点", "每周一9点", "每2小时" or "明天下午3点".`,
  )
}

function withoutTime(text: string, time: string): HermesError {
  return scheduleError(`"${quoted(text)}" names no time of the day: write for example "${quoted(`${text}${time}`)}".`)
}

/** Returns the error for `every sunday` and `tomorrow`, or `undefined` for a text that lacks more than a time. */
function timeError(lower: string, text: string): HermesError | undefined {
  const what = lower.replace(/^every /, '')
  const time = ['9:00', '3:00'].find((clock) => {
    const whole = `${what} at ${clock}`
    return parsePhrase(whole) !== undefined || parseDay(whole, { nowMs: 0, zone: 'UTC' }) !== undefined
  })
  return time === undefined ? undefined : withoutTime(text, ` at ${time}`)
}

function parseInterval(duration: string, text: string, nowMs: number): Schedule {
  const everyMs = parseDuration(duration)
  const lacking = everyMs === undefined ? timeError(duration, text) : undefined
  if (lacking) throw lacking
  if (everyMs === undefined || nowMs + everyMs > endOfTimeMs) {
    throw unknownSchedule(text)
  }
  return { kind: 'interval', everyMs, fromMs: nowMs }
}

function parseOnce(lower: string, text: string, { nowMs, zone }: ParseScheduleOptions): Schedule | undefined {
  const isIso = /^\d{4}-/.test(lower)
  const delayMs = /^\d/.test(lower) ? parseDuration(lower) : parseDuration(/^in (.+)$/.exec(lower)?.[1] ?? '')
  const afterMs = delayMs === undefined ? undefined : nowMs + delayMs
  const atMs = isIso ? parseIsoTime(lower, zone) : (afterMs ?? parseDay(lower, { nowMs, zone }))
  if (atMs !== undefined && atMs < nowMs) {
    throw scheduleError(
      `${new Date(atMs).toISOString()} is past: choose a time after ${new Date(nowMs).toISOString()}.`,
    )
  }
  if (atMs !== undefined && atMs <= endOfTimeMs) return { kind: 'once', atMs }
  if (isIso || atMs !== undefined) throw scheduleError(`"${quoted(text)}" is no time of the calendar.`)
  return undefined
}

function unknownSchedule(text: string): HermesError {
  return scheduleError(
    `"${quoted(text)}" is no schedule: write "30m", "tomorrow at 9am", "every 2h", "every monday at 9am", "2027-01-31T09:00" or five cron fields.`,
  )
}

function parseCron(text: string, { nowMs, zone }: ParseScheduleOptions): Schedule {
  const isCron = /^@[a-z]+$/i.test(text) || /^[\d*/,?-]+(?: \S+){4}$/.test(text)
  if (!isCron) {
    const lacking = timeError(text.toLowerCase(), text)
    if (lacking) throw lacking
    const duration = /^@every (.+)$/i.exec(text)?.[1]
    if (duration === undefined || parseDuration(duration) === undefined) throw unknownSchedule(text)
    throw scheduleError(`"${quoted(text)}" is no schedule: write "every ${quoted(duration)}".`)
  }
  let next: Date | null
  try {
    next = openCron(text, zone).nextRun(new Date(nowMs))
  } catch (error) {
    throw scheduleError(`"${quoted(text)}" is no schedule: ${oneLine(whyNoCron(text, error), 300)}`, error)
  }
  if (next === null) throw scheduleError(`"${quoted(text)}" names a day that never comes.`)
  return { kind: 'cron', fields: text, zone }
}

function whyNoCron(text: string, error: unknown): string {
  if (text.startsWith('@')) return 'write for example "@daily", "@weekly" or "0 9 * * *".'
  return cronProblem(text) ?? describeError(error)
}

function assertZone(zone: string): void {
  if (isTimeZone(zone)) return
  throw scheduleError(`"${quoted(zone)}" is no time zone: write an IANA name such as "Europe/Berlin".`)
}

function quoted(text: string): string {
  return oneLine(text, 80)
}
