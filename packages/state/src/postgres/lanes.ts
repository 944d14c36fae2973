/** Lets work that belongs together go one after another, in the order of the calls; the rest goes at the same time. */
export interface Lanes {
  run<T>(lane: string, work: () => Promise<T>): Promise<T>
  /** When all that was asked for has ended, well or badly. */
  settled(): Promise<void>
}

export function createLanes(): Lanes {
  const last = new Map<string, Promise<void>>()
  return {
    run(lane, work) {
      const result = (last.get(lane) ?? Promise.resolve()).then(work)
      // The outcome belongs to the caller; the next in the lane only waits for the end.
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
