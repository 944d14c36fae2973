export type { OpenAIChatOptions } from './chat-over.js'
export { createOpenAIChatTransport } from './transport.js'
