import { expect, test } from 'vitest'
import { contextLimitsOf } from './context-limits.js'

/** Error messages from providers, with the context window and the prompt length that they state. */
test.each<[string, number | undefined, number | undefined]>([
  ['prompt is too long: 209431 tokens > 200000 maximum', 200_000, 209_431],
  [
    'input length and `max_tokens` exceed context limit: 190102 + 64000 > 200000, decrease input length',
    200_000,
    190_102,
  ],
  [
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130201 tokens. Please reduce the length of the messages.",
    128_000,
    130_201,
  ],
  [
    "This model's maximum context length is 65536 tokens. However, you requested 70000 tokens (66000 in the messages, 4000 in the completion).",
    65_536,
    66_000,
  ],
  [
    "This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens (136000 of text input, 4000 in the output).",
    131_072,
    136_000,
  ],
  ["This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 131_072, 537_812],
  ['The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', 1_048_576, 1_200_000],
  [
    'Unable to submit request because the input token count is 40000 but model only supports up to 32768.',
    32_768,
    40_000,
  ],
  ['Invalid request: Your request exceeded model token limit: 262144 (requested: 300000)', 262_144, 300_000],
  ['prompt token count of 130501 exceeds the limit of 128000', 128_000, 130_501],
  [
    "You passed 40000 input tokens and requested 8000 output tokens. However, the model's context length is only 32768 tokens.",
    32_768,
    40_000,
  ],
  [
    "'max_tokens' or 'max_completion_tokens' is too large: 2000. This model's maximum context length is 4096 tokens and your request has 2104 input tokens (2000 > 4096 - 2104).",
    4_096,
    2_104,
  ],
  [
    'Prompt contains 40960 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
    32_768,
    40_960,
  ],
  ['Range of input length should be [1, 129024]', 129_024, undefined],
  [
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9001 `inputs` tokens and 512 `max_new_tokens`',
    8_193,
    9_001,
  ],
  ['request (5016 tokens) exceeds the available context size (4096 tokens), try increasing it', 4_096, 5_016],
  [
    'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
    4_096,
    undefined,
  ],
  [
    'Please reduce the length of the messages or completion. Current length is 131073 while limit is 131072',
    131_072,
    131_073,
  ],
  ['The prompt is longer than the maximum context length of 32,768 tokens', 32_768, undefined],
  // Messages about other limits, which are ignored.
  ['Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 9000', undefined, undefined],
  ['The maximum tokens you requested exceeds the model limit of 4096.', undefined, undefined],
  [
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
    undefined,
    undefined,
  ],
  ['invalid params, context window exceeds limit (2013)', undefined, undefined],
])('%s', (text, contextWindow, promptTokens) => {
  const limits = contextLimitsOf(text, {})
  expect([limits.contextWindow, limits.promptTokens]).toEqual([contextWindow, promptTokens])
})

test('reads the limits from the fields of a llama.cpp error', () => {
  const error = { message: 'the request exceeds the available context size', n_prompt_tokens: 5016, n_ctx: 4096 }
  expect(contextLimitsOf(error.message, error)).toEqual({ contextWindow: 4096, promptTokens: 5016 })
})
