export type { CacheTtl } from './cache-marks.js'
export type { KeyPlace } from './client.js'
export { type AnthropicOptions, createAnthropicTransport } from './transport.js'
