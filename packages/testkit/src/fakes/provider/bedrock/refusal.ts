import { TransportError, type TransportErrorKind } from '@hermes/core'
import { type HttpReply, htmlPage, httpReply } from '../wire.js'

interface Refusal {
  readonly status: number
  readonly type: string
  /** The wording of Bedrock, where the type alone is ambiguous. */
  readonly words?: string
}

const modelSaid = 'The model returned the following errors:'

const refusals: Readonly<Record<Exclude<TransportErrorKind, 'network' | 'protocol'>, Refusal>> = {
  auth: { status: 403, type: 'UnrecognizedClientException' },
  billing: { status: 402, type: 'AccessDeniedException', words: 'INVALID_PAYMENT_INSTRUMENT.' },
  'rate-limit': {
    status: 429,
    type: 'ThrottlingException',
    words: 'Too many tokens, please wait before trying again.',
  },
  overloaded: { status: 503, type: 'ServiceUnavailableException' },
  'context-overflow': {
    status: 400,
    type: 'ValidationException',
    words: `${modelSaid} Input is too long for requested model.`,
  },
  'content-filter': {
    status: 400,
    type: 'ValidationException',
    words: `${modelSaid} Output blocked by content filtering policy.`,
  },
  'model-not-found': { status: 404, type: 'ResourceNotFoundException' },
  'invalid-request': { status: 400, type: 'ValidationException' },
  timeout: { status: 408, type: 'ModelTimeoutException' },
}

/** Returns Bedrock's response from which a transport must derive this error. */
export function refuseConverse(error: Error): HttpReply | 'drop' {
  if (!TransportError.is(error)) return bedrockError(500, 'InternalServerException', error.message)
  if (error.kind === 'network') return 'drop'
  if (error.kind === 'protocol') return htmlPage()
  const { status, type, words } = refusals[error.kind]
  const { retryAfterMs } = error
  const headers = retryAfterMs === undefined ? {} : { 'retry-after': String(retryAfterMs / 1000) }
  const message = words === undefined ? error.message : `${words} ${error.message}`
  return bedrockError(error.status ?? status, error.status === 500 ? 'InternalServerException' : type, message, headers)
}

function bedrockError(
  status: number,
  type: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  const errorType = `${type}:http://internal.amazon.com/coral/com.amazon.bedrock/`
  return httpReply(status, { message }, { 'x-amzn-errortype': errorType, ...headers })
}
