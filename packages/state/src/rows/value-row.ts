import type { JsonValue } from '@hermes/core'
import type { StoredValue } from '@hermes/core/sessions'
import { parseJson } from '@hermes/core/wiring'
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

/** @throws {StoreError} `corrupt` when it is not JSON. */
export function valueOfRow({ namespace, key, value }: Pick<ValueRow, 'namespace' | 'key' | 'value'>): JsonValue {
  return orCorrupt(`value ${namespace}/${key}`, () => freeze<JsonValue>(parseJson(value)))
}
