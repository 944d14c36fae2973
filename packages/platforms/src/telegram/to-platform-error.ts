import { PlatformError, type PlatformErrorKind } from '@hermes/core/platform'
import type { GrammyError, HttpError } from 'grammy'
import { wasNeverSent } from '../shared/was-never-sent.js'

/**
 * Converts the failure of a call. `isRepeatable`: repeating the call has no further effect, so a lost answer is no unknown outcome.
 */
export function toPlatformError(error: unknown, isRepeatable: boolean): unknown {
  if (isGrammyError(error)) return fromAnswer(error)
  if (!isHttpError(error)) return error
  const cause = error.error
  if (isRepeatable || wasNeverSent(cause)) {
    return new PlatformError('transient', 'Telegram could not be reached.', { cause })
  }
  return new PlatformError('unknown-outcome', 'The connection to Telegram broke before it answered.', { cause })
}

function fromAnswer({ error_code: code, description, parameters, method }: GrammyError): PlatformError {
  const seconds = parameters.retry_after
  const message = `Telegram rejected ${method}: ${description}.`
  return new PlatformError(kindOf(code, description), message, {
    ...(seconds !== undefined && { retryAfterMs: seconds * 1000 }),
  })
}

const gone =
  /chat not found|message to (edit|reply|delete|react)|message can't be (edited|deleted)|thread not found|TOPIC_DELETED|temporarily unavailable|wrong file_id/i

function kindOf(code: number, description: string): PlatformErrorKind {
  if (code === 429) return 'rate-limit'
  // People in the chat have blocked or removed the bot.
  if (code === 403) return 'gone'
  // 404: no bot has the token. 409: another program receives with it, until it stops.
  if (code === 401 || code === 404) return 'auth'
  // With an answer of the API, the call had no effect.
  if (code === 409 || code >= 500) return 'transient'
  if (/too long|too big|too large/i.test(description)) return 'too-long'
  return gone.test(description) ? 'gone' : 'refused'
}

/** Whether an error comes from grammY, of which several copies may be loaded. */
function isGrammyError(error: unknown): error is GrammyError {
  return error instanceof Error && error.name === 'GrammyError'
}

function isHttpError(error: unknown): error is HttpError {
  return error instanceof Error && error.name === 'HttpError'
}
