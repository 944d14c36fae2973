import type { TransportErrorKind } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import type { ErrorContext } from '../shared/errors/error-context.js'
import { retryAfterMs } from '../shared/errors/retry-after.js'
import { fromProviderFailure, toTransportError } from './errors.js'

const context: ErrorContext = {
  provider: 'OpenRouter',
  baseUrl: 'https://openrouter.ai/api/v1',
  model: 'some/model',
  apiKey: 'sk-or-0123456789',
  keyVariable: 'OPENROUTER_API_KEY',
}

/** Error bodies as providers send them. */
const recorded: readonly [TransportErrorKind, number | undefined, unknown][] = [
  [
    'auth',
    401,
    {
      error: {
        message: 'Incorrect API key provided: sk-or-01***789.',
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      },
    },
  ],
  ['auth', 401, { error: { message: 'No auth credentials found', code: 401 } }],
  [
    'auth',
    400,
    [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' } }],
  ],
  ['billing', 402, { error: { message: 'This request requires more credits, or fewer max_tokens.', code: 402 } }],
  [
    'billing',
    429,
    {
      error: {
        message: 'You exceeded your current quota, please check your plan and billing details.',
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      },
    },
  ],
  [
    'billing',
    402,
    { error: { message: 'Insufficient Balance', type: 'unknown_error', code: 'invalid_request_error' } },
  ],
  [
    'rate-limit',
    429,
    {
      error: {
        message: 'Rate limit reached for gpt-5.5 on requests per min (RPM): Limit 3.',
        type: 'requests',
        code: 'rate_limit_exceeded',
      },
    },
  ],
  [
    'rate-limit',
    429,
    [
      {
        error: {
          code: 429,
          message: 'You exceeded your current quota, please check your plan and billing details.',
          status: 'RESOURCE_EXHAUSTED',
        },
      },
    ],
  ],
  ['rate-limit', 429, 'Too Many Requests'],
  [
    'overloaded',
    429,
    {
      error: { message: 'The engine is currently overloaded, please try again later', type: 'engine_overloaded_error' },
    },
  ],
  ['overloaded', 503, { error: { message: 'Service unavailable' } }],
  ['overloaded', 502, '<html><body>502 Bad Gateway</body></html>'],
  ['overloaded', undefined, { error: { type: 'overloaded_error', message: 'Overloaded' } }],
  ['overloaded', 529, {}],
  ['timeout', 504, 'upstream request timeout'],
  [
    'model-not-found',
    404,
    {
      error: {
        message: 'The model `gpt-9` does not exist or you do not have access to it.',
        type: 'invalid_request_error',
        code: 'model_not_found',
      },
    },
  ],
  ['model-not-found', 404, { error: { message: 'model "llama9" not found, try pulling it first', type: 'api_error' } }],
  ['model-not-found', 400, { error: { message: 'some/modle is not a valid model ID', code: 400 } }],
  [
    'model-not-found',
    400,
    { error: { message: 'Model Not Exist', type: 'invalid_request_error', code: 'invalid_request_error' } },
  ],
  ['model-not-found', 404, { error: { message: 'No endpoints found for some/model.', code: 404 } }],
  ['invalid-request', 404, '404 page not found'],
  ['invalid-request', 404, { detail: 'Not Found' }],
  [
    'invalid-request',
    422,
    { detail: [{ loc: ['body', 'tools', 0], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }] },
  ],
  [
    'invalid-request',
    400,
    { error: { message: 'registry.ollama.ai/library/gemma:latest does not support tools', type: 'api_error' } },
  ],
  [
    'invalid-request',
    400,
    {
      error: {
        message:
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        code: 'unsupported_parameter',
      },
    },
  ],
  [
    'content-filter',
    400,
    {
      error: {
        message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        code: 'content_filter',
      },
    },
  ],
  [
    'content-filter',
    403,
    {
      error: {
        message: 'some/model requires moderation on Provider. Your input was flagged for "violence".',
        code: 403,
      },
    },
  ],
  [
    'content-filter',
    400,
    { error: { code: 'data_inspection_failed', message: 'Input data may contain inappropriate content.' } },
  ],
  [
    'context-overflow',
    400,
    {
      error: {
        message:
          "This model's maximum context length is 128000 tokens. However, your messages resulted in 130201 tokens.",
        code: 'context_length_exceeded',
      },
    },
  ],
  [
    'context-overflow',
    400,
    {
      error: {
        message: "This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens.",
        code: 400,
      },
    },
  ],
  [
    'context-overflow',
    400,
    {
      error: {
        code: 400,
        message: 'the request exceeds the available context size, try increasing it',
        type: 'exceed_context_size_error',
      },
    },
  ],
  [
    'context-overflow',
    400,
    {
      error:
        'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
    },
  ],
  [
    'context-overflow',
    400,
    [
      {
        error: {
          code: 400,
          message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
          status: 'INVALID_ARGUMENT',
        },
      },
    ],
  ],
  [
    'context-overflow',
    400,
    { error: "This model's maximum prompt length is 131072 but the request contains 537812 tokens." },
  ],
  [
    'context-overflow',
    400,
    {
      error: {
        message: 'Invalid request: Your request exceeded model token limit: 131072',
        type: 'invalid_request_error',
      },
    },
  ],
  [
    'context-overflow',
    400,
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
    },
  ],
  ['context-overflow', 400, { error: { code: '1261', message: 'Prompt exceeds max length' } }],
  [
    'context-overflow',
    400,
    { error: { message: 'invalid params, context window exceeds limit (2013)', type: 'bad_request_error' } },
  ],
  [
    'context-overflow',
    413,
    {
      error: {
        message: 'Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 9000',
        code: 'rate_limit_exceeded',
      },
    },
  ],
  [
    'context-overflow',
    400,
    {
      object: 'error',
      message:
        "You passed 40000 input tokens and requested 8000 output tokens. However, the model's context length is only 32768 tokens.",
      type: 'BadRequestError',
      code: 400,
    },
  ],
  [
    'context-overflow',
    400,
    {
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: { provider_name: 'P', raw: '{"error":{"message":"Range of input length should be [1, 129024]"}}' },
      },
    },
  ],
  ['protocol', 200, undefined],
]

test.each(recorded)('%s: status %s %j', (kind, status, body) => {
  const error = fromProviderFailure({ ...(status !== undefined && { status }), body }, context)
  expect(error.kind).toBe(kind)
  expect(error.message).toMatch(/^[^\n]+: .+\.$|^[^\n]+\.$/)
})

describe('errors say what to do', () => {
  test('for rejected and missing keys', () => {
    const failure = { status: 401, body: { error: { message: 'User not found' } } }
    const refused = fromProviderFailure(failure, context).message
    expect(refused).toBe('OpenRouter refused the API key (401: User not found): check OPENROUTER_API_KEY.')
    const { apiKey: _, ...keyless } = context
    expect(fromProviderFailure(failure, keyless).message).toContain('set OPENROUTER_API_KEY')
  })

  test('for an unknown model and a wrong base URL', () => {
    expect(
      fromProviderFailure({ status: 404, body: { error: { code: 'model_not_found' } } }, context).message,
    ).toContain('"some/model"')
    expect(fromProviderFailure({ status: 404, body: 'nope' }, context).message).toContain(context.baseUrl)
  })

  test('without repeating the key', () => {
    const echo = { status: 401, body: { error: { message: `Bad key ${context.apiKey}` } } }
    expect(fromProviderFailure(echo, context).message).not.toContain(context.apiKey)
  })
})

describe('retry-after', () => {
  const at = Date.UTC(2026, 0, 1)
  const wait = (name: string, value: string) => retryAfterMs(new Headers({ [name]: value }), {}, at)

  test('accepts seconds, milliseconds and dates', () => {
    expect(wait('retry-after', '2')).toBe(2_000)
    expect(wait('retry-after-ms', '1500')).toBe(1_500)
    expect(wait('retry-after', new Date(at + 30_000).toUTCString())).toBe(30_000)
  })

  test('measures dates by the clock of the server', () => {
    const headers = new Headers({
      date: new Date(at + 7_200_000).toUTCString(),
      'retry-after': new Date(at + 7_230_000).toUTCString(),
    })
    expect(retryAfterMs(headers, {}, at)).toBe(30_000)
  })

  test('ignores negative, infinite and invalid values', () => {
    expect(wait('retry-after', new Date(at - 30_000).toUTCString())).toBe(0)
    expect(wait('retry-after', '999999999')).toBe(24 * 3_600_000)
    expect(wait('retry-after', 'soon')).toBeUndefined()
  })

  test("reads Gemini's details", () => {
    const body = [
      { error: { code: 429, details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36.5s' }] } },
    ]
    expect(fromProviderFailure({ status: 429, body }, context).retryAfterMs).toBe(36_500)
  })
})

describe('a request that cannot be sent', () => {
  const failed = (code: string) => {
    const cause = Object.assign(new Error(`connect ${code}`), { code })
    return toTransportError(
      new Error('Connection error.', { cause: new TypeError('fetch failed', { cause }) }),
      context,
    )
  }

  test.each([
    ['ECONNREFUSED', 'network', /is the server running/],
    ['ENOTFOUND', 'network', /openrouter\.ai was not found/],
    ['ECONNRESET', 'network', /broke/],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'network', /NODE_EXTRA_CA_CERTS/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'network', /http:\/\//],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout', /in time/],
    ['ESOMETHING', 'network', /ESOMETHING/],
  ])('%s', (code, kind, words) => {
    expect(failed(code)).toMatchObject({ kind, message: expect.stringMatching(words), cause: { code } })
  })

  test('is recognized for a host with several addresses', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    const error = new TypeError('fetch failed', { cause: new AggregateError([refused, refused]) })
    expect(toTransportError(error, context).message).toContain('is the server running')
  })
})
