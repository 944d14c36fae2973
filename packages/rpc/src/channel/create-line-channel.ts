import type { FrameChannel } from '../contracts/frame-channel.js'
import { LineSplitter } from './line-splitter.js'

export interface LineChannelOptions {
  readonly input: ReadableStream<Uint8Array>
  readonly output: WritableStream<Uint8Array>
  /** Maximum size of a frame that is read, in bytes. */
  readonly maxFrameBytes: number
}

/** Creates a connection with one JSON message per line, such as over the standard streams of a process. */
export function createLineChannel({ input, output, maxFrameBytes }: LineChannelOptions): FrameChannel {
  const reader = input.getReader()
  const writer = output.getWriter()
  const encoder = new TextEncoder()
  // Every failed write reports the error.
  writer.closed.catch(() => undefined)
  async function* frames(): AsyncGenerator<string, void> {
    const splitter = new LineSplitter(maxFrameBytes)
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      yield* splitter.take(value)
    }
  }
  return {
    frames: frames(),
    async send(frame) {
      await writer.write(encoder.encode(`${frame}\n`))
    },
    close() {
      reader.cancel().catch(() => undefined)
      writer.close().catch(() => undefined)
    },
    abort() {
      reader.cancel().catch(() => undefined)
      writer.abort().catch(() => undefined)
    },
  }
}
