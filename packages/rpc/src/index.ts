export { createChannelPair } from './channel/create-channel-pair.js'
export { createLineChannel, type LineChannelOptions } from './channel/create-line-channel.js'
export type { FrameChannel } from './contracts/frame-channel.js'
export { RpcError, type RpcErrorKind, type RpcErrorOptions } from './contracts/rpc-error.js'
