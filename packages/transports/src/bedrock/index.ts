export type { AccessKeys, BedrockCredentials } from './credentials.js'
export { defaultRegion, endpointOf, regionOf } from './endpoint.js'
export { type BedrockOptions, createBedrockTransport } from './transport.js'
