export type {
  BeginWithSkills,
  OpenRpcWorkspace,
  RpcHost,
  RpcModel,
  RpcProcess,
  RpcTool,
  RpcWorkspace,
} from '../contracts/rpc-host.js'
export { createRpcServer, type RpcServer, type RpcServerOptions } from './create-rpc-server.js'
export { type ListenOptions, listenForClients, type RpcListener } from './listen/listen-for-clients.js'
export { isLoopbackName } from './listen/refusal-of.js'
