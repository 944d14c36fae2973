import type { MiddlewareHandler } from 'hono'
import { RequestError } from '../request/request-error.js'

const minuteMs = 60_000

/** Rejects requests of a key that exceed its limit per minute. */
export function limitRate(now: () => number): MiddlewareHandler {
  const counts = new Map<string, { readonly minute: number; readonly count: number }>()
  return (context, next) => {
    const { holder } = context.get('apiKey')
    if (holder?.requests_per_minute === undefined) return next()
    const minute = Math.floor(now() / minuteMs)
    const last = counts.get(holder.name)
    const count = last?.minute === minute ? last.count + 1 : 1
    counts.set(holder.name, { minute, count })
    if (count <= holder.requests_per_minute) return next()
    const seconds = Math.ceil(((minute + 1) * minuteMs - now()) / 1000)
    throw new RequestError(429, 'rate_limited', `This key has ${holder.requests_per_minute} requests a minute.`, {
      headers: { 'retry-after': `${seconds}` },
    })
  }
}
