import { writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf } from '@hermes/safety'
import type { ProcessInput } from './launch.js'
import { inputClosed } from './launch-piped.js'
import type { PtyProcess } from './load-pty.js'

/** Delay before writing to a full terminal again. */
const retryMs = 20
/** Ctrl-D, which ends the input at the start of a line. */
const endOfInput = '\u0004'
const lineFeed = 0x0a

/** Creates the input of a terminal. Waits asynchronously, because `node-pty` would block Node.js until the process reads. */
export function terminalInput(terminal: PtyProcess): ProcessInput {
  let isEnded = false
  let isClosed = false
  let isAtLineStart = true
  let queue: Promise<void> = Promise.resolve()
  terminal.on('close', () => {
    isClosed = true
  })

  const type = async (data: Uint8Array) => {
    for (let rest = data; rest.length > 0; ) {
      // The descriptor of a closed terminal may have been reused.
      if (isClosed) throw inputClosed()
      const count = writeSome(terminal.fd, rest)
      rest = rest.subarray(count)
      if (count === 0) await delay(retryMs)
    }
    if (data.length > 0) isAtLineStart = data.at(-1) === lineFeed
  }
  const enqueue = (data: () => string | Uint8Array) => {
    const written = queue.then(() => type(toBytes(data())))
    queue = written.catch(() => undefined)
    return written
  }

  return {
    async write(data) {
      if (isEnded) throw inputClosed()
      await enqueue(() => data)
    },
    endInput() {
      if (isEnded) return
      isEnded = true
      // Within a line, the first Ctrl-D only submits the line.
      void enqueue(() => (isAtLineStart ? endOfInput : endOfInput + endOfInput)).catch(() => undefined)
    },
  }
}

function toBytes(data: string | Uint8Array): Uint8Array {
  return typeof data === 'string' ? Buffer.from(data) : data
}

/** Writes data and returns the number of bytes written, which is 0 when the terminal is full. */
function writeSome(fd: number, data: Uint8Array): number {
  try {
    return writeSync(fd, data)
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return 0
    throw inputClosed(error)
  }
}
