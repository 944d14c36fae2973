/** Rings when a scheduled job is changed in this process: its scheduler would find the change within 30 seconds. */
export interface JobBell {
  ring(): void
  /** Calls `listener` after each change. @returns a function that ends this. */
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
