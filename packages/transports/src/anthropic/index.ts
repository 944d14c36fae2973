export type { CallTimeouts, ProviderLabel } from '../shared/http-options.js'
export type { CacheTtl } from './cache-marks.js'
export type { KeyPlace } from './client.js'
export { type AnthropicOptions, createAnthropicTransport } from './transport.js'
