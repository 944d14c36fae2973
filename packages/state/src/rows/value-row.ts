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

/** Returns the value of a row. @throws {StoreError} `corrupt` when it differs from what was stored. */
export function valueOfRow(row: Pick<ValueRow, 'namespace' | 'key' | 'value' | 'checksum'>): JsonValue {
  const { namespace, key, value, checksum } = row
  requireChecksum(`value ${namespace}/${key}`, checksum, checksumOfRow('state_values', row))
  return orCorrupt(`value ${namespace}/${key}`, () => freeze<JsonValue>(parseJson(value)))
}

/** Returns the columns of a value with their checksum. */
export function toValueValues(row: Pick<ValueRow, 'namespace' | 'key' | 'value'>) {
  return { ...row, checksum: checksumOfRow('state_values', row) }
}
