/** Runs the tasks of a lane one after another, in the order of the calls. Lanes run concurrently. */
export interface Lanes {
  run<T>(lane: string, work: () => Promise<T>): Promise<T>
  /** Resolves when all submitted tasks have settled. */
  settled(): Promise<void>
}

export function createLanes(): Lanes {
  const last = new Map<string, Promise<void>>()
  return {
    run(lane, work) {
      const result = (last.get(lane) ?? Promise.resolve()).then(work)
      // The outcome belongs to the caller. The next task only waits until this one has settled.
      const end = result.then(ignore, ignore).then(() => {
        if (last.get(lane) === end) last.delete(lane)
      })
      last.set(lane, end)
      return result
    },
    async settled() {
      while (last.size > 0) await Promise.all(last.values())
    },
  }
}

const ignore = (): void => undefined
