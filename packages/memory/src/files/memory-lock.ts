import type { LaneClaims } from '@hermes/core/queue'

/**
 * Runs work while no other process that shares the lock works on the same name. The signal is aborted when the lock is
 * lost, which happens to a process that is paused for long.
 */
export type MemoryLock = <Result>(name: string, work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>

/** How long to wait for a lock, in milliseconds. The work under a lock takes a few. */
const patienceMs = 30_000

/** Creates a lock across all processes that share a session store. Without claims, it works within this process. */
export function createMemoryLock(claims?: LaneClaims): MemoryLock {
  const waiting = new Map<string, Promise<unknown>>()

  /** Runs work after earlier work with the same name. */
  async function inLine<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = waiting.get(name) ?? Promise.resolve()
    const own = before.then(work, work)
    waiting.set(name, own)
    try {
      return await own
    } finally {
      if (waiting.get(name) === own) waiting.delete(name)
    }
  }

  return (name, work) =>
    inLine(name, async () => {
      if (!claims) return work(new AbortController().signal)
      await using claim = await claims.acquire(name, { signal: AbortSignal.timeout(patienceMs) })
      return await work(claim.signal)
    })
}
