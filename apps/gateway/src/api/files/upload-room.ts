/** The room for uploads that arrive at the same time. An upload that does not fit waits. */
export interface UploadRoom {
  /** Resolves when there is room. @returns a function that releases it. */
  enter(bytes: number): Promise<() => void>
}

interface Waiting {
  readonly bytes: number
  readonly admit: () => void
}

/** @param maxBytes Maximum size of all uploads together, in bytes. A larger one enters alone. */
export function createUploadRoom(maxBytes: number): UploadRoom {
  const waiting: Waiting[] = []
  let used = 0

  function admitNext(): void {
    for (let [next] = waiting; next && fits(next.bytes); [next] = waiting) {
      waiting.shift()
      used += next.bytes
      next.admit()
    }
  }

  function fits(bytes: number): boolean {
    return used === 0 || used + bytes <= maxBytes
  }

  return {
    async enter(bytes) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push({ bytes, admit: resolve })
      admitNext()
      await promise
      return () => {
        used -= bytes
        admitNext()
      }
    },
  }
}
