import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { type LogFile, type LogFrame, parseLog } from '../files/log-file.js'

/** The pages of a damaged file and its write-ahead log, read without SQLite, which rejects damaged pages. */
export interface PageImage {
  readonly pageSize: number
  readonly pageCount: number
  /** Returns a page, or `undefined` after the end of the file. Numbers start at 1. */
  page(number: number): Buffer | undefined
  /** Number of damaged frames in the log. */
  readonly damagedFrames: number
  close(): void
}

const defaultPageSize = 4096

/** Opens both files for reading. Nothing may write to them in the meantime. */
export function openPageImage(path: string, logPath: string): PageImage {
  const descriptor = openSync(path, 'r')
  const log = existsSync(logPath) ? readFileSync(logPath) : Buffer.alloc(0)
  const parsed = parseLog(log)
  const pageSize = parsed.frames.length > 0 ? parsed.pageSize : writtenPageSize(descriptor)
  const newest = newestFrames(parsed)
  const inFile = Math.floor(fstatSync(descriptor).size / pageSize)
  return {
    pageSize,
    pageCount: Math.max(inFile, ...newest.keys()),
    damagedFrames: parsed.frames.filter((frame) => !isWhole(frame)).length,
    page(number) {
      const frame = newest.get(number)
      if (frame) return log.subarray(frame.offset, frame.offset + pageSize)
      if (number < 1 || number > inFile) return undefined
      const bytes = Buffer.alloc(pageSize)
      readSync(descriptor, bytes, 0, pageSize, (number - 1) * pageSize)
      return bytes
    },
    close: () => closeSync(descriptor),
  }
}

/** Returns the newest committed and undamaged frame of each page. */
function newestFrames({ frames }: LogFile): ReadonlyMap<number, LogFrame> {
  const lastCommit = frames.findLastIndex((frame) => isWhole(frame) && frame.commitPages > 0)
  const committed = frames.slice(0, lastCommit + 1).filter(isWhole)
  return new Map(committed.map((frame) => [frame.page, frame]))
}

function isWhole({ fits }: LogFrame): boolean {
  return fits
}

function writtenPageSize(descriptor: number): number {
  const header = Buffer.alloc(18)
  readSync(descriptor, header, 0, header.length, 0)
  const written = header.readUInt16BE(16)
  const isPlausible = written >= 512 && (written & (written - 1)) === 0
  return isPlausible ? written : written === 1 ? 65_536 : defaultPageSize
}
