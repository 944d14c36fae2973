// Light on purpose: the SDK of a provider is loaded by the first call of its transport.
export { type AnthropicOptions, createAnthropicTransport } from './anthropic/index.js'
export { type BedrockOptions, createBedrockTransport } from './bedrock/index.js'
export { createOfflineTransport, type OfflineTransportOptions } from './offline/index.js'
export { createOpenAIChatTransport, type OpenAIChatOptions } from './openai-chat/index.js'
export { createOpenAIResponsesTransport, type OpenAIResponsesOptions } from './openai-responses/index.js'
export { createTransport, findLocalServers, type ResolvedProvider, resolveProvider } from './resolve/index.js'
