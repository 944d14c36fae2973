/** Listeners of this process that are notified when items of a queue may have become ready. */
export interface Watchers {
  watch(queue: string, wake: () => void): () => void
  /** Notifies the listeners of a queue. @param except The listener that caused the change. */
  wake(queue: string, except?: () => void): void
  wakeAll(): void
}

export function createWatchers(): Watchers {
  const all = new Set<{ readonly queue: string; readonly wake: () => void }>()
  return {
    watch(queue, wake) {
      const watcher = { queue, wake }
      all.add(watcher)
      return () => void all.delete(watcher)
    },
    wake(queue, except) {
      for (const watcher of all) if (watcher.queue === queue && watcher.wake !== except) watcher.wake()
    },
    wakeAll() {
      for (const watcher of all) watcher.wake()
    },
  }
}
