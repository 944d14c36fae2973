import type { Services } from '../contracts/agent/services.js'
import type { SessionId } from '../contracts/values/session-id.js'

/**
 * The number of random digits. A gateway starts hundreds of sessions per second, and two with the same id would be one
 * conversation.
 */
const digits = 12

/** Generates an id, `YYYYMMDD_HHMMSS_<12 hex>` in UTC: it sorts by time, and a short prefix is enough to resume. */
export function generateSessionId({ now, randomHex }: Pick<Services, 'now' | 'randomHex'>): SessionId {
  const [date = '', time = ''] = new Date(now()).toISOString().split('T')
  return `${date.replaceAll('-', '')}_${time.slice(0, 8).replaceAll(':', '')}_${randomHex(digits)}`
}
