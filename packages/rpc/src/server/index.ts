export type { OpenRpcWorkspace, RpcHost, RpcModel, RpcTool, RpcWorkspace } from '../contracts/rpc-host.js'
export { createRpcServer, type RpcServer, type RpcServerOptions } from './create-rpc-server.js'
