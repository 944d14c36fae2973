export {
  createOpenAIChatTransport,
  type OpenAIChatOptions,
  type OpenAIChatTimeouts,
  type ProviderLabel,
} from './transport.js'
