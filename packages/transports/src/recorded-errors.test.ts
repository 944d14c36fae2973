import type { TransportErrorKind } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { fromProviderFailure as fromAnthropic } from './anthropic/errors.js'
import { fromProviderFailure as fromBedrock } from './bedrock/errors.js'
import { fromProviderFailure as fromChat } from './openai-chat/errors.js'
import { fromProviderFailure as fromResponses } from './openai-responses/errors.js'
import { adviseOn } from './wrap/index.js'

const context = { provider: 'The provider', baseUrl: 'https://model.example/v1', model: 'some/model', apiKey: 'k' }

type Recorded = readonly [kind: TransportErrorKind, reason: string | undefined, status: number, body: unknown]

const said = (message: string, more: object = {}) => ({ error: { message, ...more } })
const claudeSaid = (type: string, message: string) => ({ type: 'error', error: { type, message } })

/** Error bodies from providers that implement chat completions. */
const chat: readonly Recorded[] = [
  ['images-refused', 404, said('No endpoints found that support image input', { code: 404 })],
  ['images-refused', 400, said('this model does not support image input')],
  [
    'images-refused',
    400,
    said(
      'Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text` at line 1 column 9041',
      { type: 'invalid_request_error', code: 'invalid_request_error' },
    ),
  ],
  ['images-refused', 400, said('Invalid content type. image_url is only supported by certain models.')],
  ['images-refused', 400, said('Unsupported content part type for text-only server: image_url')],
  ['images-refused', 400, said('Qwen3-32B is not a multimodal model None')],
  [
    'images-refused',
    500,
    said('image input is not supported - hint: if this is unexpected, you may need to provide the mmproj', {
      code: 500,
      type: 'server_error',
    }),
  ],
  [
    'image-unreadable',
    400,
    said(
      "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
      { type: 'invalid_request_error', code: 'invalid_image_format' },
    ),
  ],
  [
    'image-unreadable',
    400,
    said(
      'You uploaded an unsupported image. Please make sure your image is below 20 MB in size and is of one the following formats: [...].',
      { type: 'invalid_request_error', code: 'sanitizer_server_error' },
    ),
  ],
  [
    'image-unreadable',
    400,
    said(
      "The image data you provided does not represent a valid image. Please check your input and try again with one of the supported image formats: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].",
      { type: 'invalid_request_error', param: 'input', code: 'invalid_value' },
    ),
  ],
  [
    'image-unreadable',
    400,
    said('Timeout while downloading https://pictures.example/a.png', {
      type: 'invalid_request_error',
      param: 'url',
      code: 'invalid_value',
    }),
  ],
  [
    'image-unreadable',
    400,
    said('Provider returned error', {
      code: 400,
      metadata: {
        raw: '{"error":{"code":400,"message":"Unable to process input image. Please retry or report in https://developers.generativeai.google/guide/troubleshooting","status":"INVALID_ARGUMENT"}}',
        provider_name: 'Google',
      },
    }),
  ],
  [
    'image-unreadable',
    400,
    said('Provider returned error', {
      code: 400,
      metadata: {
        raw: '{"type":"error","error":{"type":"invalid_request_error","message":"messages.0.content.2.image.source.base64: invalid base64 data"}}',
        provider_name: 'Anthropic',
      },
    }),
  ],
  ['image-unreadable', 400, [said('Provided image is not valid.', { code: 400, status: 'INVALID_ARGUMENT' })]],
  ['file-unreadable', 400, said('The file type you uploaded is not supported. Please try again with a pdf')],
  ['schema-pattern', 400, said('Failed to initialize samplers: failed to parse grammar', { code: 400 })],
  ['schema-pattern', 400, said("JSON schema conversion failed:\nPattern must start with '^' and end with '$'")],
  ['stale-reasoning', 400, said('Corrupted thought signature.', { code: 400, status: 'INVALID_ARGUMENT' })],
].map(([reason, status, body]): Recorded => ['invalid-request', String(reason), Number(status), body])

const chatOther: readonly Recorded[] = [
  [
    'model-not-found',
    'provider-policy',
    404,
    said('No endpoints found matching your data policy (Paid model training).'),
  ],
  ['model-not-found', undefined, 404, said('No endpoints found for some/model.')],
  ['context-overflow', 'payload-too-large', 413, '<html><h1>413 Request Entity Too Large</h1></html>'],
  [
    'context-overflow',
    undefined,
    400,
    said('prompt token count of 130501 exceeds the limit of 128000', { code: 'model_max_prompt_tokens_exceeded' }),
  ],
  [
    'context-overflow',
    undefined,
    400,
    said('Please reduce the length of the messages or completion. Current length is 131073 while limit is 131072'),
  ],
  ['context-overflow', undefined, 400, said('prompt too long; exceeded max context length by 5 tokens')],
  [
    'context-overflow',
    undefined,
    422,
    {
      error: 'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9001 `inputs` tokens',
    },
  ],
  ['billing', undefined, 402, said('Your account requires more credits', { code: 402 })],
  ['billing', undefined, 402, { error: 'You have exceeded your monthly included credits for Inference Providers.' }],
  [
    'billing',
    undefined,
    429,
    {
      code: 'Some resource has been exhausted',
      error: 'Your team x has either used all available credits or reached its monthly spending limit.',
    },
  ],
  ['billing', undefined, 429, said('Your account is not active.', { code: 'billing_not_active' })],
  ['auth', undefined, 403, said('This organization has been disabled.', { type: 'invalid_request_error' })],
  ['content-filter', undefined, 400, said('Content Exists Risk', { code: 'content_filter' })],
]

const anthropic: readonly Recorded[] = [
  [
    'invalid-request',
    'image-too-large',
    400,
    claudeSaid(
      'invalid_request_error',
      'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 6713680 bytes > 5242880 bytes',
    ),
  ],
  [
    'invalid-request',
    'image-too-large',
    400,
    claudeSaid(
      'invalid_request_error',
      'messages.108.content.3.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
    ),
  ],
  [
    'invalid-request',
    'result-images-refused',
    400,
    claudeSaid(
      'invalid_request_error',
      'Only text tool_result blocks are supported when tool_result.content is an array.',
    ),
  ],
  [
    'invalid-request',
    'images-refused',
    400,
    claudeSaid('invalid_request_error', 'this model does not support image input (ref: b8bd630e)'),
  ],
  ...[
    'Could not process image',
    'messages.186.content.1.image.source.base64: image cannot be empty',
    'messages.83.content.0.tool_result.content.1.image.source.base64: The image was specified using the image/jpeg media type, but the image appears to be a image/png image',
    "messages.8.content.0.tool_result.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
  ].map((text): Recorded => ['invalid-request', 'image-unreadable', 400, claudeSaid('invalid_request_error', text)]),
  ...[
    'Could not process PDF',
    'messages.2.content.0.pdf.source.base64.data: The PDF specified was not valid.',
    'messages.38.content.0.pdf.source.base64.data: A maximum of 100 PDF pages may be provided.',
  ].map((text): Recorded => ['invalid-request', 'file-unreadable', 400, claudeSaid('invalid_request_error', text)]),
  [
    'invalid-request',
    'stale-reasoning',
    400,
    claudeSaid(
      'invalid_request_error',
      'messages.5.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
    ),
  ],
  [
    'context-overflow',
    'long-context-tier',
    429,
    claudeSaid('rate_limit_error', 'Extra usage is required for long context requests.'),
  ],
  [
    'context-overflow',
    'long-context-tier',
    400,
    claudeSaid('invalid_request_error', 'The long context beta is not yet available for this subscription.'),
  ],
  ['context-overflow', 'payload-too-large', 413, claudeSaid('request_too_large', 'Request exceeds the maximum size')],
  ['billing', undefined, 400, claudeSaid('invalid_request_error', 'Your credit balance is too low.')],
]

const responses: readonly Recorded[] = [
  [
    'invalid-request',
    'stale-reasoning',
    400,
    said('The encrypted content gAAA could not be verified.', { code: 'invalid_encrypted_content' }),
  ],
  ['invalid-request', 'image-unreadable', 400, said('The image could not be parsed.', { code: 'image_parse_error' })],
  ['invalid-request', 'image-too-large', 400, said('The image is too big.', { code: 'image_too_large' })],
  ['billing', undefined, 429, said('You exceeded your current quota.', { code: 'insufficient_quota' })],
]

const bedrock: readonly Recorded[] = [
  [
    'invalid-request',
    'image-unreadable',
    400,
    { message: 'The model returned the following errors: Could not process image', type: 'ValidationException' },
  ],
  [
    'invalid-request',
    'images-refused',
    400,
    { message: "This model doesn't support the image field. Remove image and try again.", type: 'ValidationException' },
  ],
  [
    'invalid-request',
    'stale-reasoning',
    400,
    {
      message: 'The model returned the following errors: messages.1.content.0: Invalid `signature` in `thinking` block',
      type: 'ValidationException',
    },
  ],
  [
    'billing',
    undefined,
    403,
    {
      message: 'Model access is denied due to INVALID_PAYMENT_INSTRUMENT: A valid payment instrument must be provided.',
      type: 'AccessDeniedException',
    },
  ],
]

describe.each([
  ['chat completions', fromChat, [...chat, ...chatOther]],
  ['the Responses API', fromResponses, [...chat, ...chatOther, ...responses]],
  ['the Messages API', fromAnthropic, anthropic],
  ['the Converse API', fromBedrock, bedrock],
])('over %s', (_, fromProviderFailure, recorded) => {
  test.each(recorded)('%s (%s): %i %j', (kind, reason, status, body) => {
    const error = fromProviderFailure({ status, body }, context)
    expect([error.kind, error.reason]).toEqual([kind, reason])
    expect(error.message).toMatch(/^[^\n]+: .+\.$|^[^\n]+\.$/)
  })
})

test('reports the window with the rejection of a longer conversation', () => {
  const body = claudeSaid('invalid_request_error', 'prompt is too long: 209431 tokens > 200000 maximum')
  const error = fromAnthropic({ status: 400, body }, context)
  expect(error).toMatchObject({ kind: 'context-overflow', contextWindow: 200_000, promptTokens: 209_431 })
  expect(adviseOn(error)).toEqual({ retryable: false, compress: true, rotate: false, fallback: false })
})
