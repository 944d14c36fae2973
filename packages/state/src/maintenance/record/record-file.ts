import { closeSync, constants, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { codeOf } from '../../connection/translate-error.js'
import { sideFiles } from '../files/side-files.js'
import type { Position } from './position.js'

/** What was acknowledged last, as far as it is known outside the store. */
export interface AcknowledgedRecord extends Position {
  readonly atMs: number
  /** The salts of the write-ahead log that the newest commit is in, as in `LogFile`. Empty when it was not read. */
  readonly salts: string
}

/** A fixed length, below that of a disk sector, so that a write replaces the whole record. */
const recordBytes = 160
const title = 'hermes-acknowledged 1'

/** @returns undefined when there is none, or when it is damaged. */
export function readRecord(path: string): AcknowledgedRecord | undefined {
  try {
    return parseRecord(readFileSync(sideFiles.record(path), 'latin1'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The file beside a store that says how far its acknowledged writes have come. */
export interface RecordFile {
  write(record: AcknowledgedRecord): void
  close(): void
}

/** Creates the file when it is missing. */
export function openRecordFile(path: string): RecordFile {
  // Not truncated: another process may be using it.
  const descriptor = openSync(sideFiles.record(path), constants.O_RDWR | constants.O_CREAT, 0o600)
  return {
    write: (record) => void writeSync(descriptor, formatRecord(record), 0, 'latin1'),
    close: () => closeSync(descriptor),
  }
}

/** The salts of the write-ahead log, read again with every call. */
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
