import { openAIErrorPatterns } from '../shared/errors/openai-error-patterns.js'
import { createErrorReader } from '../shared/errors/provider-failure.js'

export const { fromProviderFailure, toTransportError } = createErrorReader({
  patterns: openAIErrorPatterns,
  terms: {
    api: 'chat completions API',
    answer: 'chat completion',
    server: 'an OpenAI-compatible API',
    baseUrlHint: 'most end in /v1',
  },
})
