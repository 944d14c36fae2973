import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The longest wait, in milliseconds. Far longer than needed, except for a turn that has to wait for another process.
 */
const mostMs = 5_000

/** Waits for something that usually takes milliseconds, but not forever. */
export async function waitBriefly(promise: Promise<void>): Promise<void> {
  const over = new AbortController()
  const limit = sleep(mostMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined)
  await Promise.race([promise, limit])
  over.abort()
}
