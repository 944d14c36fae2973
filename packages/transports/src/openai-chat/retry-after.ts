import { recordAt, recordsAt, textAt, type WireRecord } from './json.js'

const longestMs = 60 * 60 * 1000

/**
 * How long the provider asks to wait, in milliseconds: the `retry-after-ms` or `retry-after` header (seconds or an HTTP
 * date), or the delay in Gemini's error details. At most an hour.
 */
export function retryAfterMs(headers: Headers | undefined, error: WireRecord, now: number): number | undefined {
  const delay =
    fromNumber(headers?.get('retry-after-ms'), 1) ??
    fromNumber(headers?.get('retry-after'), 1_000) ??
    fromDate(headers?.get('retry-after'), now) ??
    fromDetails(error)
  return delay === undefined ? undefined : Math.min(Math.ceil(delay), longestMs)
}

function fromNumber(text: string | null | undefined, unitMs: number): number | undefined {
  return text && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) * unitMs : undefined
}

function fromDate(text: string | null | undefined, now: number): number | undefined {
  const time = text ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : Math.max(0, time - now)
}

/** `{ "@type": ".../google.rpc.RetryInfo", "retryDelay": "36s" }`, or OpenRouter's headers inside the body. */
function fromDetails(error: WireRecord): number | undefined {
  for (const detail of recordsAt(error, 'details')) {
    const seconds = /^(\d+(?:\.\d+)?)s$/.exec(textAt(detail, 'retryDelay'))?.[1]
    if (seconds !== undefined) return Number(seconds) * 1_000
  }
  return fromNumber(textAt(recordAt(recordAt(error, 'metadata'), 'headers'), 'Retry-After'), 1_000)
}
