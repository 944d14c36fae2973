import { isRecord } from '@hermes/safety'
import { type Fields, fieldsAt, numberAt, textAt } from '../fields.js'

/** A job of OpenClaw. */
export interface ForeignJob {
  readonly name: string
  /** Schedule in the syntax of `hermes cron add`. */
  readonly schedule: string
  readonly zone?: string
  readonly prompt: string
  readonly isEnabled: boolean
  /** Model as OpenClaw names it: `provider/model`, or a short name. */
  readonly model?: string
  readonly effort?: string
  /** Target of the results, such as `telegram:CHAT`. Absent: nowhere. Empty: the chat used last, or a place that is not a chat. */
  readonly target?: string
  /** Agent of the job. Absent for the main agent. */
  readonly agent?: string
}

/** Reads an entry of `cron/jobs.json`. Returns `undefined` if it has nothing to do, or its time has passed. */
export function readJob(job: unknown, nowMs: number): ForeignJob | undefined {
  if (!isRecord(job)) return undefined
  const payload = fieldsAt(job, 'payload')
  const prompt = textAt(payload, 'message') ?? textAt(payload, 'text')
  const schedule = scheduleOf(fieldsAt(job, 'schedule'), nowMs)
  if (prompt === undefined || schedule === undefined) return undefined
  const [zone, model, effort] = [
    textAt(fieldsAt(job, 'schedule'), 'tz'),
    textAt(payload, 'model'),
    textAt(payload, 'thinking'),
  ]
  const [target, agent] = [targetOf(job, payload), textAt(job, 'agentId')]
  return {
    name: textAt(job, 'name')?.trim() ?? prompt.trim().split('\n')[0]?.slice(0, 50) ?? '',
    schedule,
    prompt,
    isEnabled: job.enabled !== false,
    ...(zone !== undefined && { zone }),
    ...(model !== undefined && { model }),
    ...(effort !== undefined && { effort }),
    ...(target !== undefined && { target }),
    ...(agent !== undefined && { agent }),
  }
}

function scheduleOf(schedule: Fields, nowMs: number): string | undefined {
  const everyMs = numberAt(schedule, 'everyMs')
  if (everyMs !== undefined) return `every ${Math.max(1, Math.round(everyMs / 60_000))}m`
  const expression = textAt(schedule, 'expr')
  if (expression !== undefined) return expression
  const atMs = numberAt(schedule, 'atMs') ?? Date.parse(textAt(schedule, 'at') ?? '')
  return Number.isNaN(atMs) || atMs <= nowMs ? undefined : new Date(atMs).toISOString()
}

/** Jobs of older versions have their target in the payload. */
function targetOf(job: Fields, payload: Fields): string | undefined {
  const delivery = fieldsAt(job, 'delivery')
  const mode = textAt(delivery, 'mode')
  if (mode === 'none' || (mode === undefined && payload.deliver === false)) return undefined
  const channel = textAt(delivery, 'channel') ?? textAt(payload, 'channel') ?? 'last'
  const to = String(delivery.to ?? payload.to ?? '').trim()
  if (mode === 'webhook' || channel === 'last') return ''
  const place = to.startsWith(`${channel}:`) ? to.slice(channel.length + 1) : to
  return place === '' ? channel : `${channel}:${place.replace(':topic:', ':')}`
}
