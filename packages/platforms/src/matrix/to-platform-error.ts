import { PlatformError, type PlatformErrorKind } from '@hermes/core/platform'
import * as z from 'zod'

const standardError = z.object({
  errcode: z.string().default(''),
  error: z.string().default(''),
  retry_after_ms: z.number().nonnegative().optional(),
})

/** Converts an answer with an error. The call had no effect. */
export async function toPlatformError(response: Response): Promise<PlatformError> {
  const body = standardError.safeParse(await response.json().catch(() => ({})))
  const { errcode = '', error = '', retry_after_ms } = body.data ?? {}
  const kind = kindOf(response.status, errcode)
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfterMs = retry_after_ms ?? (Number.isFinite(seconds) ? seconds * 1000 : 5000)
  const what = [errcode, error].filter(Boolean).join(': ') || `status ${response.status}`
  const happened = kind === 'transient' && errcode === '' ? 'did not answer' : 'refused'
  return new PlatformError(kind, `The homeserver ${happened}: ${what}.`.replace('..', '.'), {
    ...(kind === 'rate-limit' && { retryAfterMs }),
  })
}

/** Whether a call failed because something does not exist, or the account may not see it. */
export function isGone(error: unknown): boolean {
  return PlatformError.is(error) && error.kind === 'gone'
}

function kindOf(status: number, code: string): PlatformErrorKind {
  if (code === 'M_LIMIT_EXCEEDED' || status === 429) return 'rate-limit'
  if (code === 'M_UNKNOWN_TOKEN' || code === 'M_MISSING_TOKEN' || code === 'M_USER_DEACTIVATED' || status === 401) {
    return 'auth'
  }
  if (code === 'M_TOO_LARGE' || status === 413) return 'too-long'
  // The account is no longer in the room, or the room or event does not exist.
  if (code === 'M_FORBIDDEN' || code === 'M_NOT_FOUND') return 'gone'
  // While the homeserver restarts, a proxy in front of it answers in its own format, sometimes with 404.
  return status >= 500 || code === '' ? 'transient' : 'refused'
}
