import type { StoreCounts } from './restore-store.js'
import type { StoreProblem } from './store-health.js'

export interface RepairOptions {
  readonly path: string
  readonly onProgress?: (step: RepairStep) => void
}

export type RepairStep = 'check' | 'recover' | 'indexes' | 'search' | 'references' | 'counters' | 'verify'

export interface RepairReport {
  /** What was wrong; empty when nothing was and nothing was done. */
  readonly problems: readonly StoreProblem[]
  /** What is still wrong. */
  readonly remaining: readonly StoreProblem[]
  /** Present when the file itself was damaged and its content was carried over into a clean one. */
  readonly recovery?: RecoveryReport
}

export interface RecoveryReport {
  /** Where the damaged file is kept. */
  readonly keptAt: string
  readonly recovered: StoreCounts
  /** What could not be carried over: one sentence each. Empty when nothing is known to be lost. */
  readonly losses: readonly string[]
}

/**
 * Mends the session store: rebuilds indexes, counts again, puts rows without a session in order. Where the file itself is
 * damaged, all that can be read of it is carried over into a clean file, and the damaged one is kept beside it as
 * `state.db.damaged-<time>`. Programs that have the store open have to open it again after that.
 *
 * @throws {StoreError} `not-found` when there is no store; `newer-version`; `full`; `unavailable` when it is not a store of
 * Hermes or is in use. The file is then as it was.
 */
export async function repairStore(options: RepairOptions): Promise<RepairReport> {
  throw new Error(`not written yet: ${options.path}`)
}
