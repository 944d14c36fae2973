import { setTimeout as sleep } from 'node:timers/promises'

/** Far longer than it takes, except for a turn that has to wait for another process. */
const mostMs = 5_000

/** Waits for something that takes milliseconds, as a rule, but not for ever. */
export async function waitBriefly(promise: Promise<void>): Promise<void> {
  const over = new AbortController()
  const limit = sleep(mostMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined)
  await Promise.race([promise, limit])
  over.abort()
}
