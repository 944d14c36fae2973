// Runs one maintenance operation on a store, as a separate Node process on the built packages.
import { writeSync } from 'node:fs'
import { backupStore, createSqliteStore, optimizeStore, repairStore, restoreStore } from '@hermes/state'

export interface CareTask {
  readonly operation: 'open' | 'backup' | 'restore' | 'repair' | 'optimize'
  readonly path: string
  /** The backup to write or read. */
  readonly other: string
}

const { operation, path, other }: CareTask = JSON.parse(process.argv[2] ?? '')

const operations: Record<CareTask['operation'], () => Promise<unknown>> = {
  open: async () => (await createSqliteStore({ path }))[Symbol.asyncDispose](),
  backup: () => backupStore({ path, target: other }),
  restore: () => restoreStore({ path, from: other }),
  repair: () => repairStore({ path }),
  // Long after the last activity.
  optimize: () => optimizeStore({ path, now: () => 4e12 }),
}

writeSync(1, 'begin\n')
await operations[operation]()
writeSync(1, 'end\n')
