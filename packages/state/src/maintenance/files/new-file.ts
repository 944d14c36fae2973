import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StoreError } from '@hermes/core'

const dayMs = 86_400_000

/** Endings of the files that SQLite may leave next to a partially written file. */
const companions = ['', '-journal', '-wal', '-shm']

/** Writes a file atomically that SQLite writes itself. `write` fills a private, empty file in the same folder, which is then renamed. */
export async function writeNewFile<T>(target: string, write: (draft: string) => T | Promise<T>): Promise<T> {
  return withScratchFile(target, async (draft) => {
    const result = await write(draft)
    renameSync(draft, target)
    return result
  })
}

/** Passes a private, empty file next to `path` to `work`, and deletes it afterwards. */
export async function withScratchFile<T>(path: string, work: (scratch: string) => Promise<T>): Promise<T> {
  const scratch = draftName(path)
  makeEmptyFile(scratch)
  try {
    return await work(scratch)
  } finally {
    for (const ending of companions) rmSync(scratch + ending, { force: true })
  }
}

/** Returns a name for a temporary file next to `path`. If its process is killed, {@link dropAbandonedDrafts} deletes the file. */
export function draftName(path: string): string {
  return `${path}.draft-${randomBytes(4).toString('hex')}`
}

/** Deletes temporary files that killed processes left behind. */
export function dropAbandonedDrafts(path: string, now = Date.now()): void {
  const folder = dirname(path)
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(basename(path)) || !/\.draft-[0-9a-f]{8}(-journal|-wal|-shm)?$/.test(name)) continue
    const file = join(folder, name)
    const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now
    if (now - changedAt > dayMs) rmSync(file, { force: true })
  }
}

/** Creates an empty file with mode 0600. SQLite would use the umask. */
export function makeEmptyFile(path: string): void {
  closeSync(openSync(path, 'wx', 0o600))
}

/** Returns the size in bytes, or 0 when the file does not exist. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** Ensures that there is free space. @throws {StoreError} `full` when the disk of `path` has less free space. */
export function requireSpace(path: string, bytes: number): void {
  const free = freeBytes(path)
  if (free >= bytes) return
  throw new StoreError(
    'full',
    `There is too little space beside ${path} (${toMegabytes(bytes)} MB are needed, ${toMegabytes(free)} are free): free some space and try again.`,
  )
}

/** Returns the disk space that an unprivileged process can use next to `path`, in bytes. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path))
  return bavail * bsize
}

function toMegabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000)
}
