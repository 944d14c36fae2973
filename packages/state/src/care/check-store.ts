import type { StoreHealth } from './store-health.js'

export interface CheckOptions {
  readonly path: string
  /** `quick` leaves out what has to read every index and every text. Default `full`. */
  readonly depth?: 'quick' | 'full'
  readonly signal?: AbortSignal
}

/**
 * Says whether the session store is sound, and what is wrong with it. Changes nothing, and may run while the store is in use.
 *
 * @throws {StoreError} `not-found` when there is no store; `unavailable` when the file is another program's or cannot be read.
 * Damage is an answer, not an error. `signal.reason` when aborted.
 */
export async function checkStore(options: CheckOptions): Promise<StoreHealth> {
  throw new Error(`not written yet: ${options.path}`)
}
