import { TransportError, type TransportErrorKind } from '@hermes/core'
import { type HttpReply, htmlPage, httpReply } from '../wire.js'

interface Refusal {
  readonly status: number
  readonly type: string
  /** The provider's wording, where only the text distinguishes kinds. */
  readonly words?: string
}

const refusals: Readonly<Record<Exclude<TransportErrorKind, 'network' | 'protocol'>, Refusal>> = {
  auth: { status: 401, type: 'authentication_error' },
  billing: { status: 402, type: 'billing_error' },
  'rate-limit': { status: 429, type: 'rate_limit_error' },
  overloaded: { status: 529, type: 'overloaded_error' },
  'context-overflow': {
    status: 400,
    type: 'invalid_request_error',
    words: 'prompt is too long: 200001 tokens > 200000 maximum',
  },
  'content-filter': {
    status: 400,
    type: 'invalid_request_error',
    words: 'Output blocked by content filtering policy',
  },
  'model-not-found': { status: 404, type: 'not_found_error', words: 'model: unknown' },
  'invalid-request': { status: 400, type: 'invalid_request_error' },
  timeout: { status: 504, type: 'timeout_error' },
}

/** Returns Anthropic's response from which a transport must derive this error. */
export function refuseAnthropic(error: Error): HttpReply | 'drop' {
  if (!TransportError.is(error)) return anthropicError(500, 'api_error', error.message)
  if (error.kind === 'network') return 'drop'
  if (error.kind === 'protocol') return htmlPage()
  const { status, type, words } = refusals[error.kind]
  const message = words === undefined ? error.message : `${words}. ${error.message}`
  const seconds = error.retryAfterMs === undefined ? undefined : String(Math.ceil(error.retryAfterMs / 1000))
  return anthropicError(error.status ?? status, type, message, seconds === undefined ? {} : { 'retry-after': seconds })
}

function anthropicError(
  status: number,
  type: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  return httpReply(status, { type: 'error', error: { type, message }, request_id: 'req_fake' }, headers)
}
