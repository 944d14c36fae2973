export type { GatewayIo } from './gateway-io.js'
export { runGateway } from './run-gateway.js'
