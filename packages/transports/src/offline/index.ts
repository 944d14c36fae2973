export { createOfflineTransport, type OfflineTransportOptions } from './transport.js'
