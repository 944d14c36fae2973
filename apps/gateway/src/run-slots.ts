import type { Run } from '@hermes/core'

/** One turn that may run. */
export interface RunSlot {
  hold(run: Run): void
  readonly release: () => void
}

/** How many turns run at the same time, and which. */
export interface RunSlots {
  /** `undefined` when all are taken or the server is stopping. */
  take(): RunSlot | undefined
  readonly isClosed: boolean
  /** Turns that are running. */
  readonly running: number
  /** Lets no new turn begin, and resolves when the running ones have ended. */
  drain(): Promise<void>
  /** Ends what runs at once. */
  interrupt(reason: string): void
}

export function createRunSlots(max: number): RunSlots {
  const runs = new Map<symbol, Run | undefined>()
  const drained = Promise.withResolvers<void>()
  let isClosed = false

  const release = (slot: symbol) => {
    runs.delete(slot)
    if (isClosed && runs.size === 0) drained.resolve()
  }

  return {
    take() {
      if (isClosed || runs.size >= max) return undefined
      const slot = Symbol('run')
      runs.set(slot, undefined)
      return { hold: (run) => void runs.set(slot, run), release: () => release(slot) }
    },
    get isClosed() {
      return isClosed
    },
    get running() {
      return runs.size
    },
    drain() {
      isClosed = true
      if (runs.size === 0) drained.resolve()
      return drained.promise
    },
    interrupt(reason) {
      for (const run of runs.values()) run?.interrupt(reason)
    },
  }
}
