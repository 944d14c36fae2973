import type { CopyProgress } from './backup-store.js'

export interface RestoreOptions {
  /** The session store. It may be in use: its content is replaced in one step, as those who use it see it. */
  readonly path: string
  /** The backup, which is only read. */
  readonly from: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: CopyProgress) => void
}

export interface StoreCounts {
  readonly sessions: number
  readonly messages: number
}

export interface RestoreReport {
  /** Where the former content is kept; absent when there was none. */
  readonly keptAt?: string
  readonly before?: StoreCounts
  readonly after: StoreCounts
  /** What was there before and is no longer; absent when the former content could not be read. */
  readonly lost?: StoreCounts
  readonly gained?: StoreCounts
}

/**
 * Replaces the content of the session store with that of a backup, all or nothing. The backup is verified first and brought
 * to this version's schema; the former content is kept beside the store as `state.db.replaced-<time>`.
 *
 * @throws {StoreError} `not-found` when there is no such backup; `corrupt` when it is damaged; `newer-version`; `full`;
 * `unavailable` when it is not a store of Hermes. The store is then as it was. `signal.reason` when aborted.
 */
export async function restoreStore(options: RestoreOptions): Promise<RestoreReport> {
  throw new Error(`not written yet: ${options.path}`)
}
