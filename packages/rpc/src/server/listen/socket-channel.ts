import type { WebSocket } from 'ws'
import { FrameQueue } from '../../channel/frame-queue.js'
import type { FrameChannel } from '../../contracts/frame-channel.js'

/** How long a client may take to close its side, in milliseconds. */
const closeGraceMs = 1_000

/** Creates a connection over a WebSocket of the server. Binary messages end it. */
export function socketChannel(socket: WebSocket): FrameChannel {
  const frames = new FrameQueue()
  socket.on('message', (data, isBinary) => {
    if (isBinary) socket.close(1003, 'Frames are text.')
    else frames.push(String(data))
  })
  // A frame is too large, or the connection is broken. `close` follows.
  socket.on('error', () => frames.end())
  socket.on('close', () => frames.end())
  return {
    frames,
    send: (frame) =>
      new Promise((resolve, reject) => {
        socket.send(frame, (error) => (error ? reject(error) : resolve()))
      }),
    close() {
      frames.end()
      socket.close()
      setTimeout(() => socket.terminate(), closeGraceMs).unref()
    },
    abort() {
      frames.end()
      socket.terminate()
    },
  }
}
