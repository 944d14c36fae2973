import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StoreError } from '@hermes/core'

const dayMs = 86_400_000

/** What SQLite may leave beside a file that was being written. */
const companions = ['', '-journal', '-wal', '-shm']

/**
 * Writes a file that appears under its name whole or not at all: `write` gets a private, empty file in the same folder to
 * fill, which then takes the name.
 */
export async function writeNewFile<T>(target: string, write: (draft: string) => T | Promise<T>): Promise<T> {
  return withScratchFile(target, async (draft) => {
    const result = await write(draft)
    renameSync(draft, target)
    return result
  })
}

/** Gives `work` a private, empty file beside `path`, which is removed afterwards. */
export async function withScratchFile<T>(path: string, work: (scratch: string) => Promise<T>): Promise<T> {
  const scratch = `${path}.draft-${randomBytes(4).toString('hex')}`
  makeEmptyFile(scratch)
  try {
    return await work(scratch)
  } finally {
    for (const ending of companions) rmSync(scratch + ending, { force: true })
  }
}

/** What processes left that were killed while they wrote it. */
export function dropAbandonedDrafts(path: string, now = Date.now()): void {
  const folder = dirname(path)
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(basename(path)) || !/\.draft-[0-9a-f]{8}(-journal|-wal|-shm)?$/.test(name)) continue
    const file = join(folder, name)
    const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now
    if (now - changedAt > dayMs) rmSync(file, { force: true })
  }
}

/** Private from the beginning: SQLite would make it as the umask has it. */
export function makeEmptyFile(path: string): void {
  closeSync(openSync(path, 'wx', 0o600))
}

/** Its bytes; 0 where there is none. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** @throws {StoreError} `full` when the disk under `path` has less room than that. */
export function demandRoom(path: string, bytes: number): void {
  const free = freeBytes(path)
  if (free >= bytes) return
  throw new StoreError(
    'full',
    `There is too little room beside ${path} (${toMegabytes(bytes)} MB are needed, ${toMegabytes(free)} are free): free some space and try again.`,
  )
}

/** How much a program may still write beside `path`. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path))
  return bavail * bsize
}

function toMegabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000)
}
