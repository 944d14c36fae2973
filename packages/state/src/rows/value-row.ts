import type { JsonValue } from '@hermes/core'
import type { StoredValue } from '@hermes/core/sessions'
import { parseJson } from '@hermes/core/wiring'
import { checksumOfRow, requireChecksum } from './checksum.js'
import { orCorrupt, toMilliseconds } from './from-row.js'
import { freeze } from './frozen.js'
import type { ValueRow } from './schema.js'
import { decodeText } from './text.js'

export function fromValueRow(row: ValueRow): StoredValue {
  return Object.freeze({
    key: decodeText(row.key),
    value: valueOfRow(row),
    updatedAtMs: toMilliseconds(row.updated_at),
  })
}

/** @throws {StoreError} `corrupt` when it is not what was stored. */
export function valueOfRow(row: Pick<ValueRow, 'namespace' | 'key' | 'value' | 'checksum'>): JsonValue {
  const { namespace, key, value, checksum } = row
  requireChecksum(`value ${namespace}/${key}`, checksum, checksumOfRow('state_values', row))
  return orCorrupt(`value ${namespace}/${key}`, () => freeze<JsonValue>(parseJson(value)))
}

/** The stored values of a value. */
export function toValueValues(row: Pick<ValueRow, 'namespace' | 'key' | 'value'>) {
  return { ...row, checksum: checksumOfRow('state_values', row) }
}
