import { type RpcData, RpcError } from '../../contracts/rpc-error.js'
import { errorCodes } from '../../schemas/protocol.js'

/** Creates an error response. */
export function rpcFailure(code: keyof typeof errorCodes, message: string, data?: RpcData): RpcError {
  return new RpcError('refused', message, { rpcCode: errorCodes[code], ...(data && { data }) })
}
