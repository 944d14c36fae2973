import type { TransportErrorKind } from '@hermes/core'
import { expect, test } from 'vitest'
import type { ErrorContext } from '../shared/errors/error-context.js'
import { fromProviderFailure } from './errors.js'

const context: ErrorContext = {
  provider: 'Anthropic',
  baseUrl: 'https://api.anthropic.com',
  model: 'claude-sonnet-5-5',
  apiKey: 'sk-ant-0123456789',
  keyVariable: 'ANTHROPIC_API_KEY',
}

/** Builds an error body like Anthropic's. */
function said(type: string, message: string): object {
  return { type: 'error', error: { type, message }, request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy' }
}

/** Error bodies recorded from Anthropic, MiniMax and others. */
const recorded: readonly [TransportErrorKind, number | undefined, unknown][] = [
  ['auth', 401, said('authentication_error', 'invalid x-api-key')],
  [
    'auth',
    401,
    said('authentication_error', 'OAuth token has expired. Please obtain a new token or refresh your existing token.'),
  ],
  ['auth', 403, said('permission_error', 'Your API key does not have permission to use the specified resource.')],
  [
    'billing',
    400,
    said(
      'invalid_request_error',
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    ),
  ],
  [
    'billing',
    400,
    said(
      'invalid_request_error',
      'You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.',
    ),
  ],
  ['billing', 402, said('billing_error', 'There is an issue with your billing or payment information.')],
  [
    'rate-limit',
    429,
    said(
      'rate_limit_error',
      "This request would exceed your organization's rate limit of 50,000 input tokens per minute.",
    ),
  ],
  ['rate-limit', 429, said('rate_limit_error', 'Number of concurrent connections has exceeded your rate limit.')],
  ['overloaded', 529, said('overloaded_error', 'Overloaded')],
  ['overloaded', undefined, said('overloaded_error', 'Overloaded')],
  ['overloaded', 500, said('api_error', 'Internal server error')],
  ['overloaded', undefined, said('api_error', 'Internal server error')],
  ['overloaded', 502, '<html><body>502 Bad Gateway</body></html>'],
  ['timeout', 504, said('timeout_error', 'Request timed out.')],
  ['context-overflow', 400, said('invalid_request_error', 'prompt is too long: 209431 tokens > 200000 maximum')],
  [
    'context-overflow',
    400,
    said(
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 190102 + 64000 > 200000, decrease input length or `max_tokens` and try again',
    ),
  ],
  ['context-overflow', 413, said('request_too_large', 'Request exceeds the maximum size')],
  ['context-overflow', 400, said('bad_request_error', 'invalid params, context window exceeds limit (2013)')],
  ['model-not-found', 404, said('not_found_error', 'model: claude-sonnet-9')],
  ['invalid-request', 404, said('not_found_error', 'Not Found')],
  ['content-filter', 400, said('invalid_request_error', 'Output blocked by content filtering policy')],
  ['content-filter', 400, said('bad_request_error', 'invalid params, input new_sensitive (1026)')],
  [
    'invalid-request',
    400,
    said(
      'invalid_request_error',
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    ),
  ],
  ['invalid-request', 400, said('invalid_request_error', 'messages.2.content.0: `tool_use` ids must be unique')],
  ['invalid-request', undefined, said('invalid_request_error', 'messages: at least one message is required')],
  [
    'invalid-request',
    400,
    said(
      'invalid_request_error',
      'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.',
    ),
  ],
  ['protocol', 200, undefined],
]

test.each(recorded)('%s: status %s %j', (kind, status, body) => {
  const error = fromProviderFailure({ ...(status !== undefined && { status }), body }, context)
  expect(error.kind).toBe(kind)
  expect(error.message).toMatch(/^[^\n]+: .+\.$|^[^\n]+\.$/)
})

test('errors say what to do', () => {
  const sentence = (type: string, message: string, status: number) =>
    fromProviderFailure({ status, body: said(type, message) }, context).message
  expect(sentence('authentication_error', 'invalid x-api-key', 401)).toContain('check ANTHROPIC_API_KEY')
  expect(sentence('not_found_error', 'model: x', 404)).toContain('choose another model')
  expect(sentence('not_found_error', 'Not Found', 404)).toContain('/v1/messages')
  expect(sentence('invalid_request_error', 'Invalid `signature` in `thinking` block', 400)).toContain('new session')
  expect(sentence('authentication_error', `bad key ${context.apiKey}`, 401)).not.toContain(context.apiKey)
})

test('reads the delay from the headers', () => {
  const headers = new Headers({ 'retry-after': '17' })
  const body = said('rate_limit_error', 'Slow down.')
  expect(fromProviderFailure({ status: 429, body, headers }, context).retryAfterMs).toBe(17_000)
})
