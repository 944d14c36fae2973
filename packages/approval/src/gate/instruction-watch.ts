import { posix } from 'node:path'
import { describeError, type Logger } from '@hermes/core'
import type { FileSystem } from '@hermes/core/environment'
import { isAgentInstruction } from '../places/tool-start-up.js'

/** Restores agent instruction files that a call changed without approval. */
export interface InstructionWatch {
  /**
   * Starts to watch. Call it before the tool runs.
   * @returns a function that restores what has changed since then and returns the absolute paths. Call it when the tool
   * has ended.
   */
  begin(folders: readonly string[]): Promise<() => Promise<readonly string[]>>
  /** Accepts the changes so far, because somebody agreed to them. */
  accept(): Promise<void>
}

export interface InstructionWatchOptions {
  /** The files as the commands see them. */
  readonly files: FileSystem
  /** Keeps a copy of the changed content before a file is restored. */
  readonly keep: (path: string, content: Uint8Array) => Promise<void>
  /** Whether the user's project had this content before, as on a branch that is checked out. Default: it had not. */
  readonly isFromProject?: (folder: string, content: Uint8Array) => Promise<boolean>
  readonly logger: Logger
}

/** Contents by absolute path. `undefined`: too large to be restored. */
type Snapshot = ReadonlyMap<string, Uint8Array | undefined>

interface OpenSnapshot {
  readonly folders: readonly string[]
  before: Snapshot
}

export function createInstructionWatch(options: InstructionWatchOptions): InstructionWatch {
  const { files, keep, isFromProject, logger } = options
  const open = new Set<OpenSnapshot>()

  async function isOld(folders: readonly string[], content: Uint8Array): Promise<boolean> {
    for (const folder of folders) if (await isFromProject?.(folder, content)) return true
    return false
  }

  async function restore(path: string, content: Uint8Array, before: Uint8Array | undefined): Promise<boolean> {
    try {
      await keep(path, content)
      if (before) await files.write(path, before)
      else await files.remove(path)
      logger.log('warn', 'A command changed instructions for agents, which was undone.', { path })
      return true
    } catch (error) {
      // A failure must not lose the result of the command.
      const facts = { path, error: describeError(error) }
      logger.log('warn', 'Instructions for agents that a command changed could not be restored.', facts)
      return false
    }
  }

  return {
    async begin(folders) {
      const own: OpenSnapshot = { folders, before: await readSnapshot(folders, files) }
      open.add(own)
      return async () => {
        open.delete(own)
        const restored: string[] = []
        for (const [path, content] of await readSnapshot(folders, files)) {
          const before = own.before.get(path)
          const isOther = content !== undefined && !isSame(content, before)
          if (!isOther || (own.before.has(path) && before === undefined)) continue
          if (await isOld(folders, content)) continue
          if (await restore(path, content, before)) restored.push(path)
        }
        return restored
      }
    },
    async accept() {
      for (const each of open) each.before = await readSnapshot(each.folders, files)
    },
  }
}

function isSame(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return other !== undefined && one.length === other.length && one.every((byte, index) => byte === other[index])
}

/** Maximum size in bytes. Real instructions are smaller. */
const largest = 2 ** 20
const mostFolders = 200
const deepest = 3
/** Folders whose files are installed or belong to git. */
const skipped = /^(?:node_modules|\.git|vendor|dist|build|target|\.venv|venv|__pycache__)$/

/** Reads the instructions for agents below the folders, down to the maximum depth of the search. */
async function readSnapshot(folders: readonly string[], files: FileSystem): Promise<Snapshot> {
  const found = new Map<string, Uint8Array | undefined>()
  const queue = [...new Set(folders)].map((path) => ({ path, depth: 0 }))
  const seen = new Set<string>()
  for (let next = queue.shift(); next && seen.size < mostFolders; next = queue.shift()) {
    const { path: folder, depth } = next
    if (seen.has(folder)) continue
    seen.add(folder)
    for (const { name, kind } of await entriesOf(folder, files)) {
      const path = posix.join(folder, name)
      if (kind === 'directory' && depth < deepest && !skipped.test(name)) queue.push({ path, depth: depth + 1 })
      if (kind === 'file' && isAgentInstruction(path)) found.set(path, await contentOf(path, files))
    }
  }
  return found
}

async function entriesOf(folder: string, files: FileSystem) {
  try {
    return await files.list(folder)
  } catch {
    // Missing, or not accessible to this user.
    return []
  }
}

async function contentOf(path: string, files: FileSystem): Promise<Uint8Array | undefined> {
  try {
    const content = await files.read(path, { length: largest + 1 })
    return content.length > largest ? undefined : content
  } catch {
    // Removed in the meantime, or not accessible to this user.
    return undefined
  }
}
