import type { FrameChannel } from '../contracts/frame-channel.js'
import { RpcError } from '../contracts/rpc-error.js'
import { FrameQueue } from './frame-queue.js'

/** Creates the two ends of a connection inside a process. */
export function createChannelPair(): readonly [FrameChannel, FrameChannel] {
  const [left, right] = [new FrameQueue(), new FrameQueue()]
  let isClosed = false
  const close = () => {
    isClosed = true
    left.end()
    right.end()
  }
  const end = (incoming: FrameQueue, outgoing: FrameQueue): FrameChannel => ({
    frames: incoming,
    async send(frame) {
      if (isClosed) throw new RpcError('closed', 'The connection is closed.')
      outgoing.push(frame)
      await outgoing.drained()
    },
    close,
    abort: close,
  })
  return [end(left, right), end(right, left)]
}
