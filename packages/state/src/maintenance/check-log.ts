import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyApart } from './copy-apart.js'
import { droppedFrames, type LogFile, parseLog, publishedFrames } from './log-file.js'
import type { StoreProblem } from './store-health.js'

/**
 * Whether the write-ahead log still has all that was written to it. The log may be in use: it is looked at twice, and only
 * what is the same both times counts.
 */
export async function checkLog(path: string): Promise<readonly StoreProblem[]> {
  const found = await lookAt(path)
  if (found === undefined) return []
  return (await lookAt(path)) === found ? [{ kind: 'log', text: found, repairable: true }] : []
}

/** The index first: the log, read later, has all that it speaks of. */
async function lookAt(path: string): Promise<string | undefined> {
  const index = await readIndexApart(path)
  return findLogDamage(readLog(path), index)
}

/** One sentence about what SQLite would drop of this log without a word. */
export function findLogDamage(log: LogFile, index: Buffer): string | undefined {
  const published = publishedFrames(index, log)
  // Where the index tells how much was committed, it is believed: behind that may stand what is left of a transaction whose
  // process was killed, and that others have begun to write over.
  const lost = published === undefined ? droppedFrames(log).length : published - log.accepted
  if (lost <= 0) return undefined
  return `The write-ahead log is damaged from its page ${log.accepted + 1} on: ${lost} pages that were written to it are cut off.`
}

export function readLog(path: string): LogFile {
  const log = `${path}-wal`
  return parseLog(existsSync(log) ? readFileSync(log) : Buffer.alloc(0))
}

/** The locks of SQLite are on this file: this process must not close a descriptor of it. */
async function readIndexApart(path: string): Promise<Buffer> {
  const index = `${path}-shm`
  const folder = mkdtempSync(join(tmpdir(), 'hermes-check-'))
  try {
    const copy = join(folder, 'index')
    // The last process to close the store removes it.
    await copyApart(index, copy)
    return existsSync(copy) ? readFileSync(copy) : Buffer.alloc(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
