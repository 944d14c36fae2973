import { TransportError, type TransportErrorKind } from '@hermes/core'
import { retryHeaders } from '../json-refusal.js'
import { type HttpReply, htmlPage, httpReply } from '../wire.js'

interface Refusal {
  readonly status: number
  readonly type: string
  readonly code: string | null
}

const refusals: Readonly<Record<Exclude<TransportErrorKind, 'network' | 'protocol'>, Refusal>> = {
  auth: { status: 401, type: 'invalid_request_error', code: 'invalid_api_key' },
  billing: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  'rate-limit': { status: 429, type: 'requests', code: 'rate_limit_exceeded' },
  overloaded: { status: 503, type: 'server_error', code: null },
  'context-overflow': { status: 400, type: 'invalid_request_error', code: 'context_length_exceeded' },
  'content-filter': { status: 400, type: 'invalid_request_error', code: 'content_filter' },
  'model-not-found': { status: 404, type: 'invalid_request_error', code: 'model_not_found' },
  'invalid-request': { status: 400, type: 'invalid_request_error', code: null },
  timeout: { status: 504, type: 'server_error', code: null },
}

/** Returns OpenAI's response from which a transport must derive this error. */
export function refuseChat(error: Error): HttpReply | 'drop' {
  if (!TransportError.is(error)) return chatError(500, { type: 'server_error', message: error.message })
  if (error.kind === 'network') return 'drop'
  if (error.kind === 'protocol') return htmlPage()
  const { status, type, code } = refusals[error.kind]
  return chatError(error.status ?? status, { type, code, message: error.message }, retryHeaders(error.retryAfterMs))
}

/** Returns OpenAI's error body. */
export function chatError(
  status: number,
  error: { readonly message: string; readonly type: string; readonly code?: string | null },
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  return httpReply(status, { error: { param: null, code: null, ...error } }, headers)
}
