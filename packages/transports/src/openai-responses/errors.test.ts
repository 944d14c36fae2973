import type { TransportErrorKind } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import type { ErrorContext } from '../shared/errors/error-context.js'
import { fromProviderFailure } from './errors.js'

const context: ErrorContext = {
  provider: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
  model: 'gpt-5.5',
  apiKey: 'sk-0123456789',
  keyVariable: 'OPENAI_API_KEY',
}

function body(message: string, code: string | null, type = 'invalid_request_error', param: string | null = null) {
  return { error: { message, type, param, code } }
}

/** Error bodies recorded from providers. Those without a status arrive inside a stream. */
const recorded: readonly [TransportErrorKind, number | undefined, unknown][] = [
  ['auth', 401, body('Incorrect API key provided: sk-01***789.', 'invalid_api_key')],
  ['auth', 401, body('Missing scopes: api.responses.write', null)],
  [
    'billing',
    429,
    body(
      'You exceeded your current quota, please check your plan and billing details.',
      'insufficient_quota',
      'insufficient_quota',
    ),
  ],
  ['billing', 429, body('The usage limit has been reached', 'usage_limit_reached', 'usage_limit_reached')],
  [
    'rate-limit',
    429,
    body('Rate limit reached for gpt-5.5 on tokens per min (TPM): Limit 30000.', 'rate_limit_exceeded', 'tokens'),
  ],
  ['rate-limit', undefined, { code: 'rate_limit_exceeded', message: 'Rate limit reached for gpt-5.5.' }],
  ['overloaded', undefined, { code: 'server_error', message: 'The server had an error processing your request.' }],
  [
    'overloaded',
    undefined,
    {
      type: 'error',
      error: {
        type: 'service_unavailable_error',
        code: 'server_is_overloaded',
        message: 'Our servers are currently overloaded.',
      },
    },
  ],
  ['overloaded', undefined, { code: 'slow_down', message: 'Slow down.' }],
  ['overloaded', 500, body('An error occurred while processing your request.', 'server_error', 'server_error')],
  [
    'context-overflow',
    400,
    body(
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
      'context_length_exceeded',
      'invalid_request_error',
      'input',
    ),
  ],
  [
    'context-overflow',
    undefined,
    {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        code: 'context_length_exceeded',
        message: 'Your input exceeds the context window of this model.',
      },
    },
  ],
  [
    'content-filter',
    400,
    body('Invalid prompt: your prompt was flagged as potentially violating our usage policy.', 'invalid_prompt'),
  ],
  ['content-filter', undefined, { code: 'bio_policy', message: 'This content cannot be processed.' }],
  ['content-filter', undefined, { code: 'image_content_policy_violation', message: 'The picture was refused.' }],
  [
    'model-not-found',
    404,
    body('The model `gpt-9` does not exist or you do not have access to it.', 'model_not_found'),
  ],
  ['model-not-found', 400, body("The requested model 'gpt-9' does not exist.", 'model_not_found')],
  [
    'invalid-request',
    400,
    body('The encrypted content gAAA...6KFQ could not be verified.', 'invalid_encrypted_content'),
  ],
  [
    'invalid-request',
    400,
    body(
      'Your organization must be verified to generate reasoning summaries.',
      'unsupported_value',
      'invalid_request_error',
      'reasoning.summary',
    ),
  ],
  [
    'invalid-request',
    400,
    body('Encrypted content is not supported with this model.', null, 'invalid_request_error', 'include'),
  ],
  [
    'invalid-request',
    400,
    body(
      "Unsupported value: 'minimal' is not supported with the 'gpt-5.1' model.",
      'unsupported_value',
      'invalid_request_error',
      'reasoning.effort',
    ),
  ],
  [
    'invalid-request',
    400,
    body('No tool output found for function call call_abc.', null, 'invalid_request_error', 'input'),
  ],
  [
    'invalid-request',
    400,
    body("Item 'rs_68' of type 'reasoning' was provided without its required following item.", null),
  ],
  ['invalid-request', undefined, { code: 'image_too_large', message: 'The picture is too large.' }],
  [
    'invalid-request',
    undefined,
    { type: 'error', error: { type: 'invalid_request_error', code: null, message: 'No tool output found.' } },
  ],
  ['invalid-request', 404, body('Invalid URL (POST /v1/responses)', null)],
  [
    'invalid-request',
    400,
    { code: 'Client specified an invalid argument', error: 'Argument not supported: reasoning' },
  ],
  ['invalid-request', 422, { detail: [{ loc: ['body', 'input'], msg: 'Field required', type: 'missing' }] }],
]

test.each(recorded)('%s: status %s %j', (kind, status, said) => {
  const error = fromProviderFailure({ ...(status !== undefined && { status }), body: said }, context)
  expect(error.kind).toBe(kind)
  expect(error.message).toMatch(/^[^\n]+: .+\.$/)
})

describe('errors say what to do', () => {
  const sentenceOf = (status: number, said: unknown) => fromProviderFailure({ status, body: said }, context).message

  test('for reasoning that the provider can no longer read', () => {
    expect(
      sentenceOf(400, body('The encrypted content gAAA could not be verified.', 'invalid_encrypted_content')),
    ).toBe(
      'OpenAI cannot read its earlier reasoning any more (400: The encrypted content gAAA could not be verified.): start a new session, or switch to another model.',
    )
  })

  test('for summaries that require a verified organization', () => {
    const said = body('Your organization must be verified to generate reasoning summaries.', 'unsupported_value')
    expect(sentenceOf(400, said)).toMatch(/: verify yours there, or leave the reasoning effort unset\.$/)
  })

  test('for a server without this API', () => {
    expect(sentenceOf(404, 'page not found')).toContain('There is no Responses API at https://api.openai.com/v1')
  })
})

test.each([
  ['Please try again in 11.054s. Visit https://platform.openai.com', 11_054],
  ['Please try again in 250ms.', 250],
  ['Please try again in 6m0s.', 360_000],
  ['Please try again in 2m3.5s.', 123_500],
  ['Please try again in a moment.', undefined],
  ['Please try again in 99h', 24 * 3_600_000],
])('reads the delay in "%s"', (message, waitMs) => {
  const error = fromProviderFailure({ body: { code: 'rate_limit_exceeded', message } }, context)
  expect(error.retryAfterMs).toBe(waitMs)
})
