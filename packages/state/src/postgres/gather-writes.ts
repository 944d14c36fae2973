import { Socket } from 'node:net'

type Written = (error?: Error | null) => void

/**
 * Makes a connected socket send everything that is written before pending promises have run as one packet. A query
 * consists of several messages, and many queries are made at once. Each packet wakes the server, which costs more than
 * most queries do.
 */
export function gatherWrites(socket: Socket): void {
  let isGathering = false

  function gather(): void {
    if (isGathering) return
    isGathering = true
    socket.cork()
    process.nextTick(() => {
      isGathering = false
      socket.uncork()
    })
  }

  socket.write = (chunk: Uint8Array | string, encoding?: BufferEncoding | Written, written?: Written): boolean => {
    gather()
    return typeof encoding === 'function'
      ? Socket.prototype.write.call(socket, chunk, undefined, encoding)
      : Socket.prototype.write.call(socket, chunk, encoding, written)
  }
}
