export { createOpenAIResponsesTransport, type OpenAIResponsesOptions } from './transport.js'
