import type { HeaderReader } from '../http/http-client.js'
import { recordAt, recordsAt, textAt, type WireRecord } from '../json.js'

const longestMs = 24 * 60 * 60 * 1000

/**
 * Returns the delay that the provider requests, in milliseconds: from the header `retry-after-ms` or `retry-after`
 * (seconds or an HTTP date), from Gemini's error details, or from OpenAI's error message. At most a day. A date is
 * compared with the `date` header of the response, because the local clock may be wrong.
 */
export function retryAfterMs(headers: HeaderReader | undefined, error: WireRecord, now: number): number | undefined {
  const delay =
    fromNumber(headers?.get('retry-after-ms'), 1) ??
    fromNumber(headers?.get('retry-after'), 1_000) ??
    fromDate(headers?.get('retry-after'), clockOf(headers) ?? now) ??
    fromDetails(error) ??
    fromSentence(textAt(error, 'message'))
  return delay === undefined ? undefined : Math.min(Math.ceil(delay), longestMs)
}

function fromNumber(text: string | null | undefined, unitMs: number): number | undefined {
  return text && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) * unitMs : undefined
}

/** Returns the time of the server, in milliseconds since 1970. */
function clockOf(headers: HeaderReader | undefined): number | undefined {
  const time = Date.parse(headers?.get('date') ?? '')
  return Number.isNaN(time) ? undefined : time
}

function fromDate(text: string | null | undefined, now: number): number | undefined {
  const time = text ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : Math.max(0, time - now)
}

/** Reads `{ "@type": ".../google.rpc.RetryInfo", "retryDelay": "36s" }`, or OpenRouter's headers inside the body. */
function fromDetails(error: WireRecord): number | undefined {
  for (const detail of recordsAt(error, 'details')) {
    const seconds = /^(\d+(?:\.\d+)?)s$/.exec(textAt(detail, 'retryDelay'))?.[1]
    if (seconds !== undefined) return Number(seconds) * 1_000
  }
  return fromNumber(textAt(recordAt(recordAt(error, 'metadata'), 'headers'), 'Retry-After'), 1_000)
}

/** Reads `Please try again in 6m0s.`, `1.2s` or `250ms`: the only hint inside a stream, where headers can no longer be sent. */
function fromSentence(message: string): number | undefined {
  const found = /try again in (?:(\d{1,4})h)?(?:(\d{1,4})m(?!s))?(?:(\d{1,6}(?:\.\d{1,6})?)(ms|s))?/i.exec(message)
  if (!found) return undefined
  const [, hours = 0, minutes = 0, amount = 0, unit] = found
  const delay = Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(amount) * (unit === 'ms' ? 1 : 1_000)
  return delay > 0 ? delay : undefined
}
