import { TransportError, type TransportErrorKind } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { fromException, RefusedError, toTransportError } from './errors.js'

const context = {
  provider: 'Amazon Bedrock',
  baseUrl: 'https://bedrock-runtime.us-east-1.amazonaws.com',
  model: 'us.anthropic.claude-sonnet-5',
  apiKey: 'bedrock-api-key-123',
  keyVariable: 'AWS_BEARER_TOKEN_BEDROCK',
}

function refusal(status: number, type: string, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const errorType = type && { 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/com.amazon.bedrock/` }
  return new RefusedError(new Response(null, { status, headers: { ...errorType, ...headers } }), text)
}

type Case = readonly [status: number, type: string, message: string, kind: TransportErrorKind]

const modelSaid = 'The model returned the following errors:'

test.each<Case>([
  [403, 'UnrecognizedClientException', 'The security token included in the request is invalid.', 'auth'],
  [403, 'ExpiredTokenException', 'The security token included in the request is expired', 'auth'],
  [
    403,
    'InvalidSignatureException',
    'The request signature we calculated does not match the signature you provided.',
    'auth',
  ],
  [403, 'AccessDeniedException', 'Authentication failed: Please make sure your API Key is valid.', 'auth'],
  [
    403,
    'AccessDeniedException',
    'User: arn:aws:iam::123456789012:user/me is not authorized to perform: bedrock:InvokeModel on resource: x',
    'auth',
  ],
  [403, 'AccessDeniedException', "You don't have access to the model with the specified model ID.", 'model-not-found'],
  [429, 'ThrottlingException', 'Too many tokens, please wait before trying again.', 'rate-limit'],
  [429, 'ThrottlingException', 'Too many requests, please wait before trying again.', 'rate-limit'],
  [400, 'ServiceQuotaExceededException', 'Your request exceeds the service quota for your account.', 'rate-limit'],
  [429, 'ModelNotReadyException', 'The model specified in the request is not ready.', 'overloaded'],
  [503, 'ServiceUnavailableException', 'Bedrock is unable to process your request.', 'overloaded'],
  [500, 'InternalServerException', 'The system encountered an unexpected error during processing.', 'overloaded'],
  [424, 'ModelErrorException', 'The request failed due to an error while processing the model.', 'overloaded'],
  [408, 'ModelTimeoutException', 'The request took too long to process.', 'timeout'],
  [400, 'ValidationException', 'Input is too long for requested model.', 'context-overflow'],
  [400, 'ValidationException', `${modelSaid} prompt is too long: 200049 tokens > 200000 maximum`, 'context-overflow'],
  [
    400,
    'ValidationException',
    `${modelSaid} input length and \`max_tokens\` exceed context limit: 190000 + 20000 > 200000`,
    'context-overflow',
  ],
  [
    400,
    'ValidationException',
    `This model's maximum context length is 131072 tokens. Please reduce the length of the prompt`,
    'context-overflow',
  ],
  [400, 'ValidationException', `${modelSaid} Output blocked by content filtering policy`, 'content-filter'],
  [400, 'ValidationException', 'The provided model identifier is invalid.', 'model-not-found'],
  [
    400,
    'ValidationException',
    'Invocation of model ID anthropic.claude-sonnet-5 with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model.',
    'model-not-found',
  ],
  [
    404,
    'ResourceNotFoundException',
    'Could not resolve the foundation model from the provided model identifier.',
    'model-not-found',
  ],
  [
    404,
    'ResourceNotFoundException',
    'This model version has reached the end of its life. Please refer to the AWS documentation for more details.',
    'model-not-found',
  ],
  [
    400,
    'ValidationException',
    'The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.',
    'invalid-request',
  ],
  [
    400,
    'ValidationException',
    'Malformed input request: #/toolConfig/tools/0: extraneous key [cachePoint] is not permitted',
    'invalid-request',
  ],
  [400, 'ValidationException', 'The text field in the ContentBlock object is blank.', 'invalid-request'],
  [404, 'UnknownOperationException', '', 'invalid-request'],
])('%i %s: %s', (status, type, message, kind) => {
  const error = toTransportError(refusal(status, type, { message }), context)
  expect(error).toMatchObject({ kind, status })
  expect(error.message).toContain(message)
  expect(error.message).toMatch(/^[^\n]+\.$/)
})

describe('error bodies', () => {
  test('with the type in the body and a capitalized message field', () => {
    const body = { __type: 'com.amazon.coral.service#ThrottlingException', Message: 'Rate exceeded' }
    expect(toTransportError(refusal(400, '', body), context)).toMatchObject({
      kind: 'rate-limit',
      message: expect.stringContaining('Rate exceeded'),
    })
  })

  test('that are HTML from a proxy, or empty', () => {
    const page = '<html><body><h1>503 Service Temporarily Unavailable</h1></body></html>'
    const error = toTransportError(refusal(503, '', page), context)
    expect(error).toMatchObject({ kind: 'overloaded', message: expect.not.stringContaining('<h1>') })
    expect(toTransportError(refusal(403, '', ''), context)).toMatchObject({ kind: 'auth' })
  })

  test('with the delay in a header', () => {
    const error = toTransportError(refusal(429, 'ThrottlingException', {}, { 'retry-after': '7' }), context)
    expect(error).toMatchObject({ retryAfterMs: 7_000 })
  })
})

describe('an exception inside a stream', () => {
  test.each<[string, object, TransportErrorKind]>([
    ['throttlingException', { message: 'Too many tokens, please wait before trying again.' }, 'rate-limit'],
    ['modelStreamErrorException', { message: 'The model produced invalid sequence as part of ToolUse.' }, 'overloaded'],
    [
      'modelStreamErrorException',
      { originalStatusCode: 400, originalMessage: 'prompt is too long: 2 tokens > 1 maximum' },
      'context-overflow',
    ],
    ['internalServerException', { message: 'Try your request again.' }, 'overloaded'],
    ['serviceUnavailableException', {}, 'overloaded'],
    ['validationException', { message: 'The format of the value at messages.0 is invalid.' }, 'invalid-request'],
    ['somethingNewException', { message: 'Who knows' }, 'overloaded'],
  ])('%s %o is %s', (type, event, kind) => {
    expect(fromException(type, event, context)).toMatchObject({ kind })
  })
})

test('distinguishes credentials that are missing, rejected or not configured', () => {
  const missing = Object.assign(new Error('Could not load credentials from any providers'), {
    name: 'CredentialsProviderError',
  })
  expect(toTransportError(missing, context)).toMatchObject({
    kind: 'auth',
    message: expect.stringContaining('Could not load credentials from any providers'),
  })
  const refused = refusal(403, 'UnrecognizedClientException', { message: 'The security token is invalid.' })
  const { apiKey: _, ...withoutKey } = context
  const ofKeys = toTransportError(refused, { ...withoutKey, credentials: 'AWS credentials' })
  expect(ofKeys.message).toContain('refused the AWS credentials (403: The security token is invalid.)')
  expect(toTransportError(refused, context).message).toContain('AWS_BEARER_TOKEN_BEDROCK')
})

test('a damaged stream and a broken connection are retryable; Hermes errors stay unchanged', () => {
  expect(toTransportError(new RangeError('damaged'), context)).toMatchObject({ kind: 'protocol' })
  const reset = new TypeError('terminated', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) })
  expect(toTransportError(reset, context)).toMatchObject({ kind: 'network' })
  const own = new TransportError('timeout', 'Slow.')
  expect(toTransportError(own, context)).toBe(own)
})
