import type { CallGuard } from './call-guard.js'

export interface BodyReader {
  /** The next piece, cut wherever the network cut it; `undefined` at the end. */
  read(limitMs: number): Promise<Uint8Array | undefined>
  /** Lets the connection be used again when the rest of the body comes at once, else closes it. Does not wait. */
  release(): void
  /** Closes the connection. */
  close(): void
}

/** How long a server may take to end a body whose content is complete. */
const trailingLimitMs = 1_000

export function createBodyReader(
  body: ReadableStream<Uint8Array>,
  guard: CallGuard,
  describeTimeout: () => string,
): BodyReader {
  const reader = body.getReader()

  function close(): void {
    // A body that has failed already rejects here with the error that `read` reported.
    reader.cancel().catch(() => undefined)
  }

  async function drain(): Promise<void> {
    const timer = setTimeout(close, trailingLimitMs)
    timer.unref()
    try {
      while (!(await reader.read()).done);
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async read(limitMs) {
      guard.signal.throwIfAborted()
      const { done, value } = await guard.wait(reader.read(), limitMs, describeTimeout)
      return done ? undefined : value
    },
    release: () => void drain().catch(() => undefined),
    close,
  }
}
