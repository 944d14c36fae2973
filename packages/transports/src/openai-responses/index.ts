export type { CallTimeouts, ProviderLabel } from '../shared/http-options.js'
export { createOpenAIResponsesTransport, type OpenAIResponsesOptions } from './transport.js'
