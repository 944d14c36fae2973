// A program that looks after a store once, in a process of its own: Node runs it as it stands, on the built packages.
import { writeSync } from 'node:fs'
import { backupStore, createSqliteStore, optimizeStore, repairStore, restoreStore } from '@hermes/state'

export interface CareTask {
  readonly operation: 'open' | 'backup' | 'restore' | 'repair' | 'optimize'
  readonly path: string
  /** The backup that is written or read. */
  readonly other: string
}

const { operation, path, other }: CareTask = JSON.parse(process.argv[2] ?? '')

const operations: Record<CareTask['operation'], () => Promise<unknown>> = {
  open: async () => (await createSqliteStore({ path }))[Symbol.asyncDispose](),
  backup: () => backupStore({ path, target: other }),
  restore: () => restoreStore({ path, from: other }),
  repair: () => repairStore({ path }),
  // Long after everything was said.
  optimize: () => optimizeStore({ path, now: () => 4e12 }),
}

writeSync(1, 'begin\n')
await operations[operation]()
writeSync(1, 'end\n')
