import { isUtf8 } from 'node:buffer'

/** A value of a record. See https://sqlite.org/fileformat2.html#record_format. */
export type SqlValue = null | number | bigint | string | Buffer

export interface StoredRecord {
  readonly values: readonly SqlValue[]
  /** Stored bytes of each value. */
  readonly bytes: readonly Buffer[]
  /** Indexes of texts that are not valid UTF-8, because something overwrote them. */
  readonly damaged: readonly number[]
}

/** Parses a record. @returns `undefined` when the bytes are not a record. */
export function parseRecord(payload: Buffer): StoredRecord | undefined {
  const headerLength = readVarint(payload, 0)
  if (!headerLength || headerLength.value > payload.length) return undefined
  const types = serialTypes(payload, headerLength.next, headerLength.value)
  if (!types) return undefined
  const length = types.reduce((sum, type) => sum + lengthOf(type), headerLength.value)
  if (length !== payload.length) return undefined
  return valuesOf(payload, headerLength.value, types)
}

function serialTypes(payload: Buffer, begin: number, end: number): readonly number[] | undefined {
  const types: number[] = []
  for (let at = begin; at < end; ) {
    const type = readVarint(payload, at)
    if (!type || type.next > end || type.value === 10 || type.value === 11) return undefined
    types.push(type.value)
    at = type.next
  }
  return types
}

function valuesOf(payload: Buffer, begin: number, types: readonly number[]): StoredRecord {
  const values: SqlValue[] = []
  const all: Buffer[] = []
  const damaged: number[] = []
  let at = begin
  for (const [position, type] of types.entries()) {
    const bytes = payload.subarray(at, at + lengthOf(type))
    if (isText(type) && !isUtf8(bytes)) damaged.push(position)
    values.push(toValue(type, bytes))
    all.push(bytes)
    at += bytes.length
  }
  return { values, bytes: all, damaged }
}

const fixedLengths = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]

function lengthOf(type: number): number {
  return fixedLengths[type] ?? Math.floor((type - 12) / 2)
}

function isText(type: number): boolean {
  return type >= 13 && type % 2 === 1
}

function toValue(type: number, bytes: Buffer): SqlValue {
  if (type === 0) return null
  if (type === 7) return bytes.readDoubleBE()
  if (type === 8 || type === 9) return type - 8
  if (type === 6) return toInteger(bytes.readBigInt64BE())
  if (type < 6) return bytes.readIntBE(0, bytes.length)
  return isText(type) ? bytes.toString('utf8') : bytes
}

function toInteger(value: bigint): number | bigint {
  const isExact = value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER)
  return isExact ? Number(value) : value
}

/** Reads a variable-length integer. @returns `undefined` after the end, and for lengths and row ids that are impossible in this store. */
export function readVarint(
  bytes: Buffer,
  offset: number,
): { readonly value: number; readonly next: number } | undefined {
  let value = 0
  for (let index = 0; index < 8; index++) {
    const byte = bytes[offset + index]
    if (byte === undefined) return undefined
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return Number.isSafeInteger(value) ? { value, next: offset + index + 1 } : undefined
  }
  return undefined
}
