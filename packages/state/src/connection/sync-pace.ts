/** A faster disk costs less than the way to the thread pool and back. */
const slowMs = 1
/** So many slow syncs in a row are the disk's. A single one is as likely a busy machine, where the way to the thread pool is slow as well. */
const slowInRow = 3
/** How many syncs take place in the thread pool before a slow disk is tried again. */
const apartInRow = 100

/** Decides where syncs take place, from how long those on the main thread took. */
export class SyncPace {
  #slow = 0
  #apart = 0

  /** Whether the next sync takes place in the thread pool. */
  takeApart(): boolean {
    if (this.#apart === 0) return false
    this.#apart -= 1
    return true
  }

  /** A sync took place on the main thread. */
  note(durationMs: number): void {
    this.#slow = durationMs > slowMs ? Math.min(this.#slow + 1, slowInRow) : 0
    if (this.#slow === slowInRow) this.#apart = apartInRow
  }
}
