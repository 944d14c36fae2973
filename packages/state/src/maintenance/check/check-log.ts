import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMissing } from '@hermes/safety'
import { english } from '@hermes/safety/language'
import { copyInChildProcess } from '../copy/copy-in-child-process.js'
import { droppedFrames, type LogFile, parseLog, publishedFrames } from '../files/log-file.js'
import { sizeOf } from '../files/new-file.js'
import type { StoreProblem } from './store-health.js'

/**
 * Checks that the write-ahead log still contains every committed frame. The log may be in use, so it is read twice, and
 * only a finding of both reads counts.
 */
export async function checkLog(path: string): Promise<readonly StoreProblem[]> {
  const found = await findDamage(path)
  if (found === undefined) return []
  return (await findDamage(path)) === found ? [{ kind: 'log', text: found, repairable: true }] : []
}

/** Reads the index first. The log, read later, then contains every frame that the index counts. */
async function findDamage(path: string): Promise<string | undefined> {
  const index = await readIndexInChildProcess(path)
  return findLogDamage(readLog(path), index)
}

/** Describes in one sentence which part of the log SQLite would silently drop. Returns `undefined` if there is none. */
export function findLogDamage(log: LogFile, index: Buffer): string | undefined {
  const published = publishedFrames(index, log)
  // The index is trusted when it gives the number of committed frames. They may be followed by frames of a killed
  // process that another one has partly overwritten.
  const lost = published === undefined ? droppedFrames(log).length : published - log.accepted
  if (lost <= 0) return undefined
  return english`The write-ahead log is damaged from page ${log.accepted + 1}: ${lost} written pages are lost.`
}

export function readLog(path: string): LogFile {
  try {
    return parseLog(readFileSync(`${path}-wal`))
  } catch (error) {
    // The last process to close the store deletes the log.
    if (isMissing(error)) return parseLog(Buffer.alloc(0))
    throw error
  }
}

/** Reads the shared index. SQLite's locks are on this file, so this process must not close a descriptor of it. */
export async function readIndexInChildProcess(path: string): Promise<Buffer> {
  const index = `${path}-shm`
  const folder = mkdtempSync(join(tmpdir(), 'hermes-check-'))
  try {
    const copy = join(folder, 'index')
    // The last process to close the store deletes the index.
    await copyInChildProcess(index, copy)
    return existsSync(copy) ? readFileSync(copy) : Buffer.alloc(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Size of two copies of the index header and of the number of log pages that are in the file. */
const indexHeaderBytes = 136

/**
 * Makes the index of the log count no frames. The file is kept, because on a full disk SQLite could not create another
 * one. Call it only when no other process has the database open.
 */
export function clearIndex(path: string): void {
  const index = `${path}-shm`
  if (sizeOf(index) < indexHeaderBytes) return
  const descriptor = openSync(index, 'r+')
  try {
    writeSync(descriptor, Buffer.alloc(indexHeaderBytes), 0, indexHeaderBytes, 0)
  } finally {
    closeSync(descriptor)
  }
}
