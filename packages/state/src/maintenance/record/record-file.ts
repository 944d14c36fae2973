import { closeSync, constants, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { codeOf } from '../../connection/translate-error.js'
import { sideFiles } from '../files/side-files.js'
import type { Position } from './position.js'

/** The last acknowledged position, as known outside the store. */
export interface AcknowledgedRecord extends Position {
  readonly atMs: number
  /** Salts of the write-ahead log that contains the newest commit, as in `LogFile`. Empty if they were not read. */
  readonly salts: string
}

/** Fixed length of a record, below that of a disk sector, so that a write replaces the whole record. */
const recordBytes = 160
const title = 'hermes-acknowledged 1'

/** Reads the record. @returns `undefined` when there is none or it is damaged. */
export function readRecord(path: string): AcknowledgedRecord | undefined {
  try {
    return parseRecord(readFileSync(sideFiles.record(path), 'latin1'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The file next to a store that records how far its acknowledged writes have come. */
export interface RecordFile {
  write(record: AcknowledgedRecord): void
  close(): void
}

/** Opens the record file, creating it when it is missing. */
export function openRecordFile(path: string): RecordFile {
  // Not truncated: another process may be using it.
  const descriptor = openSync(sideFiles.record(path), constants.O_RDWR | constants.O_CREAT, 0o600)
  return {
    write: (record) => void writeSync(descriptor, formatRecord(record), 0, 'latin1'),
    close: () => closeSync(descriptor),
  }
}

/** Opens the log to read its salts, which are reread on every call. */
export function openLogSalts(path: string): { read(): string; close(): void } {
  const descriptor = openSync(`${path}-wal`, 'r')
  const salts = Buffer.alloc(8)
  const offset = 16
  return {
    read: () => (readSync(descriptor, salts, 0, salts.length, offset) === salts.length ? salts.toString('hex') : ''),
    close: () => closeSync(descriptor),
  }
}

function formatRecord({ storeId, messages, items, atMs, salts }: AcknowledgedRecord): string {
  const text = `${title} ${storeId} ${messages} ${items} ${atMs} ${salts || '-'}`
  return `${`${text} ${crc32(text)}`.padEnd(recordBytes - 1)}\n`
}

function parseRecord(line: string): AcknowledgedRecord | undefined {
  const text = line.trimEnd()
  const end = text.lastIndexOf(' ')
  if (!text.startsWith(`${title} `) || text.slice(end + 1) !== String(crc32(text.slice(0, end)))) return undefined
  const [storeId = '', messages, items, atMs, salts = '-'] = text.slice(title.length + 1, end).split(' ')
  return {
    storeId,
    messages: Number(messages),
    items: Number(items),
    atMs: Number(atMs),
    salts: salts === '-' ? '' : salts,
  }
}
