export {
  connectionEvents,
  type EventType,
  events,
  type PayloadOf,
  type RpcEvent,
  rpcEvent,
  type SessionEventType,
  sessionEvents,
} from './events.js'
export { isMethodName, type MethodName, methods, type ParamsOf, type ResultOf } from './methods.js'
export { errorCodes, maxFrameBytes, protocolVersion } from './protocol.js'
export { protocolSchema } from './protocol-schema.js'
export { type RequestParams, type RequestResult, type ServerRequestName, serverRequests } from './requests.js'
