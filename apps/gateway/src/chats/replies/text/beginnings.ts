/** Tracks the starts of turns. Later events of a chat wait until the turn of an earlier one has started, so that a command applies after it. */
export interface Beginnings {
  /** Puts a message on its queue, and briefly waits for its turn to start. `put` returns `false` if the message was there before. */
  wait(id: string, put: () => Promise<boolean>): Promise<void>
  /** Records that the turn of the message has started. */
  tell(id: string): void
}

const waitMs = 250

export function createBeginnings(): Beginnings {
  const waiting = new Map<string, () => void>()
  return {
    async wait(id, put) {
      const { promise: begun, resolve } = Promise.withResolvers<void>()
      waiting.set(id, resolve)
      const timer = setTimeout(resolve, waitMs)
      if (await put()) await begun
      clearTimeout(timer)
      waiting.delete(id)
    },
    tell: (id) => waiting.get(id)?.(),
  }
}
