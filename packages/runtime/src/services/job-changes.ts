/** Connects those who change the scheduled jobs of a home with the scheduler of the same process, which would find changes within 30 seconds. */
export interface JobChanges {
  tell(): void
  /** Calls `listener` after each change. @returns a function that ends this. */
  follow(listener: () => void): () => void
}

export function createJobChanges(): JobChanges {
  const listeners = new Set<() => void>()
  return {
    tell() {
      for (const listener of listeners) listener()
    },
    follow(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
