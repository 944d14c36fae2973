/** Duration in milliseconds above which a sync counts as slow. A faster one costs less than the round trip to the thread pool. */
const slowMs = 1
/**
 * Number of slow syncs in a row that are attributed to the disk. A single one may just as well be caused by a busy
 * machine, where the thread pool is slow too.
 */
const slowInRow = 3
/** Number of syncs in the thread pool before a slow disk is tried again. */
const syncsBeforeRetry = 100

/** Decides where syncs take place, based on how long those on the main thread took. */
export class SyncPace {
  #slow = 0
  #threadPoolSyncs = 0

  /** Whether the next sync takes place in the thread pool. */
  takeThreadPoolSync(): boolean {
    if (this.#threadPoolSyncs === 0) return false
    this.#threadPoolSyncs -= 1
    return true
  }

  /** Records the duration of a sync on the main thread. */
  note(durationMs: number): void {
    this.#slow = durationMs > slowMs ? Math.min(this.#slow + 1, slowInRow) : 0
    if (this.#slow === slowInRow) this.#threadPoolSyncs = syncsBeforeRetry
  }
}
