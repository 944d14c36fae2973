import { HermesError } from '@hermes/core'

/**
 * `refused`: the other side answered a request with an error. `closed`: the connection ended before the answer.
 * `invalid`: the received data is not a valid frame. `too-large`: a frame is larger than the limit.
 */
export type RpcErrorKind = 'refused' | 'closed' | 'invalid' | 'too-large'

/** A JSON object from the other side. */
export type RpcData = Readonly<Record<string, unknown>>

export interface RpcErrorOptions extends ErrorOptions {
  /** The code of the error response. */
  readonly rpcCode?: number
  readonly data?: RpcData
}

/** A request that failed, or a connection that ended. */
export class RpcError extends HermesError {
  readonly kind: RpcErrorKind
  /** The code of the error response: see `errorCodes`. */
  readonly rpcCode?: number
  /** More about the error. `data.code` is a stable error code of Hermes. */
  readonly data?: RpcData

  constructor(kind: RpcErrorKind, message: string, { rpcCode, data, ...options }: RpcErrorOptions = {}) {
    super(`rpc/${kind}`, message, options)
    this.kind = kind
    if (rpcCode !== undefined) this.rpcCode = rpcCode
    if (data) this.data = data
  }
}
