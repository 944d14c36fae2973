import { english, type Translate } from '@hermes/safety/language'
import type { Job } from '../jobs/job.js'
import { nextTimes } from '../times/next-times.js'
import { timesOf } from './local-time.js'

export interface ScheduleContext {
  /** The time zone of schedules that do not specify one. */
  readonly zone: string
  /** Translates the texts. Default: English. */
  readonly t?: Translate
}

const shownTimes = 3

/**
 * Describes how the schedule of a job was understood, and its next three times: `Due every Monday at 09:00: 2027-01-04
 * 09:00:00, ...`
 */
export function describeSchedule(job: Job, { zone, t = english }: ScheduleContext): string {
  const left = job.repeat === undefined ? shownTimes : Math.min(shownTimes, job.repeat - job.runs)
  const times = nextTimes(job.schedule, job.cursorMs, left).map(timesOf(job, zone))
  return t`Due ${inWords(job.schedule, t)}: ${times.join(', ')}`
}

function inWords(schedule: Job['schedule'], t: Translate): string {
  if (schedule.kind === 'once') return t`once`
  if (schedule.kind === 'cron') return cronInWords(schedule.fields, t)
  const minutes = schedule.everyMs / 60_000
  if (minutes % 1440 === 0) return t`every ${t.count(minutes / 1440, 'day')}`
  return minutes % 60 === 0 ? t`every ${t.count(minutes / 60, 'hour')}` : t`every ${t.count(minutes, 'minute')}`
}

/** Describes cron fields that phrases lead to. Others are shown unchanged. */
function cronInWords(fields: string, t: Translate): string {
  const [minute = '', hour = '', day = '', month = '', weekdays = ''] = fields.split(' ')
  const isFixed = /^\d+$/.test(minute) && /^(?:\d+|\*)$/.test(hour) && month === '*'
  const clock = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (isFixed && hour === '*' && day === '*' && weekdays === '*') return t`every hour at minute ${minute}`
  if (!isFixed || hour === '*') return t`when "${fields}" fits the clock`
  if (day === 'L' && weekdays === '*') return t`on the last day of each month at ${clock}`
  if (/^\d+$/.test(day) && weekdays === '*') return t`on day ${day} of each month at ${clock}`
  const days = day === '*' ? weekdaysInWords(weekdays, t) : undefined
  if (days === undefined) return t`when "${fields}" fits the clock`
  return weekdays === '*' ? t`every day at ${clock}` : t`every ${days} at ${clock}`
}

function weekdaysInWords(field: string, t: Translate): string | undefined {
  if (field === '*') return ''
  if (field === '1-5') return t`weekday`
  const names = [t`Sunday`, t`Monday`, t`Tuesday`, t`Wednesday`, t`Thursday`, t`Friday`, t`Saturday`]
  const found = /^[0-6](?:,[0-6])*$/.test(field) ? field.split(',').map((digit) => names[Number(digit)]) : []
  return found.length === 0 ? undefined : found.join(t.language === 'zh' ? '、' : ', ')
}
