import type { Checkpoint } from './checkpoint.js'
import { type ObjectStore, openObjectStore } from './object-store.js'
import { toCheckpoint } from './to-checkpoint.js'

/** Checkpoints of all workspaces in a Hermes home folder. */
export interface CheckpointStorage {
  /** Returns the checkpoints by workspace. The workspace with the newest checkpoint comes first. */
  workspaces(): Promise<readonly WorkspaceCheckpoints[]>
  /** Returns the size of all checkpoints on disk, in bytes. */
  size(): Promise<number>
  /**
   * Deletes checkpoints and the contents that no other checkpoint uses. Contents from the last hour are kept, because a
   * checkpoint may be in progress.
   *
   * @param beforeMs Deletes only checkpoints taken before this time. Default: all.
   * @returns The number of deleted checkpoints.
   */
  prune(options?: { readonly beforeMs?: number }): Promise<number>
}

export interface WorkspaceCheckpoints {
  /** Path of the workspace. `undefined` when an earlier release took the checkpoints. */
  readonly workspace: string | undefined
  readonly checkpoints: number
  readonly newestAtMs: number
  readonly oldestAtMs: number
}

export interface CheckpointStorageOptions {
  readonly folder: string
  /** Absolute path of `git`. */
  readonly program: string
}

interface StoredCheckpoint {
  readonly ref: string
  readonly checkpoint: Checkpoint
}

const kilobyte = 1024

/** Opens the storage. All calls throw `checkpoints/git` when git is missing. */
export function openCheckpointStorage(options: CheckpointStorageOptions): CheckpointStorage {
  let opened: Promise<ObjectStore> | undefined
  const open = () => {
    opened ??= openObjectStore(options)
    return opened
  }

  async function read(): Promise<readonly StoredCheckpoint[]> {
    const store = await open()
    const lines = await store.run(['for-each-ref', '--format=%(refname) %(contents:subject)', 'refs/checkpoints'])
    return lines
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const space = line.indexOf(' ')
        return { ref: line.slice(0, space), checkpoint: toCheckpoint(line.slice(space + 1)) }
      })
  }

  return {
    async workspaces() {
      const byFolder = Map.groupBy(await read(), ({ ref }) => ref.slice(0, ref.lastIndexOf('/')))
      return Array.from(byFolder.values(), summarize).sort((a, b) => b.newestAtMs - a.newestAtMs)
    },
    async size() {
      const store = await open()
      const counts = await store.run(['count-objects', '-v'])
      const kilobytes = Array.from(counts.matchAll(/^size(?:-pack|-garbage)?: (\d+)$/gm), ([, value]) => Number(value))
      return kilobytes.reduce((sum, value) => sum + value, 0) * kilobyte
    },
    async prune({ beforeMs = Number.POSITIVE_INFINITY } = {}) {
      const store = await open()
      const old = (await read()).filter(({ checkpoint }) => checkpoint.takenAtMs < beforeMs)
      const deletions = old.map(({ ref }) => `delete ${ref}\n`).join('')
      if (deletions !== '') await store.run(['update-ref', '--stdin'], { input: deletions })
      await store.run(['prune', '--expire=1.hour.ago'])
      return old.length
    },
  }
}

function summarize(stored: readonly StoredCheckpoint[]): WorkspaceCheckpoints {
  const times = stored.map(({ checkpoint }) => checkpoint.takenAtMs)
  return {
    workspace: stored.map(({ checkpoint }) => checkpoint.workspace).find((each) => each !== undefined),
    checkpoints: stored.length,
    newestAtMs: Math.max(...times),
    oldestAtMs: Math.min(...times),
  }
}
