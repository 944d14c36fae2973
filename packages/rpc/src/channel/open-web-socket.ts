import type { FrameChannel } from '../contracts/frame-channel.js'
import { RpcError } from '../contracts/rpc-error.js'
import { FrameQueue } from './frame-queue.js'
import { offeredProtocols } from './subprotocol.js'

export interface WebSocketOptions {
  /** The token of the server: only letters, digits and `-`. */
  readonly token: string
  readonly signal?: AbortSignal
}

/**
 * Connects to a server over WebSocket: `ws://127.0.0.1:8643`.
 * @throws {RpcError} `closed` when the server is not running or refuses the token.
 */
export function openWebSocket(url: string, { token, signal }: WebSocketOptions): Promise<FrameChannel> {
  const socket = new WebSocket(url, [...offeredProtocols(token)])
  const frames = new FrameQueue()
  const close = () => {
    frames.end()
    socket.close()
  }
  return new Promise((resolve, reject) => {
    const abort = () => {
      socket.close()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') frames.push(data)
    })
    socket.addEventListener('close', () => {
      signal?.removeEventListener('abort', abort)
      frames.end()
      reject(new RpcError('closed', `The server at ${url} is not there, or refuses the token.`))
    })
    socket.addEventListener('open', () => {
      signal?.removeEventListener('abort', abort)
      resolve({
        frames,
        async send(frame) {
          if (socket.readyState !== WebSocket.OPEN) throw new RpcError('closed', 'The connection is closed.')
          socket.send(frame)
        },
        close,
        abort: close,
      })
    })
  })
}
