export { createOpenAIChatTransport, type OpenAIChatOptions } from './transport.js'
