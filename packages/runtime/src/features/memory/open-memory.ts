import { createMemoryStore, type SessionStore } from '@hermes/core'
import {
  createMemoryFiles,
  createMemoryLock,
  createMemoryWrites,
  createPendingChanges,
  type MemoryFiles,
  type MemoryWrites,
  type WrittenMemory,
} from '@hermes/memory'
import type { Scan } from '@hermes/safety/scan'
import type { HomePaths } from '../../home/home-paths.js'
import type { Config } from '../../schema/config-schema.js'

export interface OpenMemory {
  readonly files: MemoryFiles
  readonly writes: MemoryWrites
}

export interface OpenMemoryOptions {
  readonly settings: Config['memory']
  readonly paths: Pick<HomePaths, 'memories'>
  readonly store: Pick<SessionStore, 'claims' | 'values'>
  /** Scans what is to be remembered. Default: only with rules, without a judge. */
  readonly scan?: Scan
  /** Removes secrets. The agent may not remember texts that contain any. Default: texts are not checked for secrets. */
  readonly redact?: (text: string) => string
  /** Called after each change. Default: none. */
  readonly onWritten?: ((written: WrittenMemory) => void) | undefined
}

/** Opens the memory files of a home with its settings. Reads nothing yet. */
export function openMemory({ settings, paths, store, scan, redact, onWritten }: OpenMemoryOptions): OpenMemory {
  const files = createMemoryFiles({
    folder: paths.memories,
    lock: createMemoryLock(store.claims),
    notesLimit: settings.memory_char_limit,
    userLimit: settings.user_char_limit,
    sharing: settings.notes_for_people,
  })
  // If the store keeps no values, pending changes end with the process.
  const values = store.values ?? createMemoryStore().values
  if (!values) throw new TypeError('The store in memory keeps no values.')
  const pending = createPendingChanges(values)
  return {
    files,
    writes: createMemoryWrites({
      files,
      pending,
      needsApproval: settings.write_approval,
      onWritten,
      ...(scan && { scan }),
      ...(redact && { redact }),
    }),
  }
}
