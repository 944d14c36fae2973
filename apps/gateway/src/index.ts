export type { GatewayIo } from './program/gateway-io.js'
export { runGateway } from './program/run-gateway.js'
