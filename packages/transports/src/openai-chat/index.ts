export type { CallTimeouts, ProviderLabel } from '../shared/http-options.js'
export { createOpenAIChatTransport, type OpenAIChatOptions } from './transport.js'
