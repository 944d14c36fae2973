import type { CallGuard } from './call-guard.js'

export interface BodyReader {
  /** The next piece of text, `undefined` at the end. A character that the network cut comes with the later piece. */
  read(limitMs: number): Promise<string | undefined>
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
  const decoder = new TextDecoder()

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
      return done ? undefined : decoder.decode(value, { stream: true })
    },
    release: () => void drain().catch(() => undefined),
    close,
  }
}
