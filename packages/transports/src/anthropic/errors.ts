import type { FailurePatterns } from '../shared/errors/failure.js'
import { createErrorReader } from '../shared/errors/provider-failure.js'
import { repairablePatterns } from '../shared/errors/repairable-patterns.js'

/** Maps error types and messages of Anthropic and compatible servers to error kinds. */
const patterns: FailurePatterns = [
  ...repairablePatterns,
  ['payload-too-large', /request_too_large/i],
  [
    'context-overflow',
    /prompt is too long|exceeds? (the )?(model.?s )?(maximum )?context|context (window|limit|length)|input is too long|too many (input )?tokens/i,
  ],
  ['content-filter', /content[ _](filter|polic)|usage policy|new_sensitive|sensitive (content|words?)/i],
  [
    'billing',
    /billing_error|credit balance|spend[ _]limit|usage limits|insufficient[ _](balance|credits?|funds|quota)|payment required/i,
  ],
  [
    'auth',
    /authentication_error|permission_error|invalid (x-)?api[ -]key|invalid bearer token|oauth (token|authentication)/i,
  ],
  [
    'model-not-found',
    /not_found_error.{0,40}\bmodel\b|model.{0,120}(not found|does not exist|unknown)|(unknown|invalid) model/i,
  ],
  ['overloaded', /overloaded|api_error|internal server error|server is busy/i],
  ['timeout', /timeout_error|timed out/i],
  ['rate-limit', /rate_limit|rate limit|too many requests/i],
  ['invalid-request', /invalid_request_error/i],
]

export const { fromProviderFailure, toTransportError } = createErrorReader({
  patterns,
  terms: {
    api: 'Messages API',
    answer: 'message',
    server: 'an Anthropic-compatible API',
    baseUrlHint: 'it is the part before /v1/messages',
  },
})
