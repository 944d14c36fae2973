/** Rings when this process changes a scheduled job. Without it, the scheduler would find the change within 30 seconds. */
export interface JobBell {
  ring(): void
  /** Calls `listener` after each change. @returns a function that removes the listener. */
  follow(listener: () => void): () => void
}

export function createJobBell(): JobBell {
  const listeners = new Set<() => void>()
  return {
    ring() {
      for (const listener of listeners) listener()
    },
    follow(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
