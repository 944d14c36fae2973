import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '@hermes/safety'
import { makeRoom, type SpillFiles } from './make-room.js'
import { defaultQuota, type SpillPlace, type SpillQuota } from './spill-place.js'

export interface SpillFolderOptions {
  /** Absolute path of the folder. Created with the first text, accessible only to its owner. */
  readonly folder: string
  /** Limits for all files. Default: 512 MiB in total, for 7 days. */
  readonly quota?: Partial<SpillQuota>
  /** Maximum size of one file. Default: 64 MiB. */
  readonly maxFileBytes?: number
  /** Default: `Date.now`. */
  readonly now?: () => number
}

/** Number of bytes that are written before the quota is checked again. */
const stepBytes = 4 * 2 ** 20

/** Spills to a folder on this machine. Files are written in chunks and are accessible only to their owner. */
export function spillFolder(options: SpillFolderOptions): SpillPlace {
  const { folder, maxFileBytes = 64 * 2 ** 20, now = Date.now } = options
  const quota = { ...defaultQuota, ...options.quota }
  const files = filesOf(folder)
  return {
    maxFileBytes,
    async begin(name) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, name)
      // Written in chunks, because `replaceFile` would need the whole text in memory.
      const draft = `${path}.part`
      const file = await open(draft, 'wx', 0o600)
      let granted = 0
      let written = 0
      return {
        async append(data) {
          if (written + data.length > granted) {
            const step = Math.max(data.length, Math.min(stepBytes, quota.maxTotalBytes / 16))
            // The file does not use all of the reserved space yet.
            if (!(await makeRoom(files, granted - written + step, quota, now()))) return false
            granted += step
          }
          await writeAll(file, data)
          written += data.length
          return true
        },
        async finish() {
          await file.close()
          await rename(draft, path)
          return path
        },
        async discard() {
          // Closing twice has no effect.
          await file.close()
          await rm(draft, { force: true })
          await rm(path, { force: true })
        },
      }
    },
  }
}

async function writeAll(file: FileHandle, data: Uint8Array): Promise<void> {
  for (let done = 0; done < data.length; ) done += (await file.write(data, done)).bytesWritten
}

function filesOf(folder: string): SpillFiles {
  return {
    async list() {
      const names = await readdir(folder)
      const found = await Promise.all(names.map((name) => sizeOf(join(folder, name), name)))
      return found.filter((file) => file !== undefined)
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

/** Returns the size of a file, or `undefined` when another process has deleted it. */
async function sizeOf(path: string, name: string) {
  try {
    const { size, mtimeMs } = await stat(path)
    return { name, size, modifiedAtMs: mtimeMs }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
