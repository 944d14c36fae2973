import type { JsonValue } from '@hermes/core'
import type { ValueTable } from '@hermes/core/sessions'
import { parseJson } from '@hermes/core/wiring'
import type { Connection } from '../connection/connection.js'
import { codeOf } from '../connection/translate-error.js'
import { freeze } from '../rows/frozen.js'
import type { ValueRow } from '../rows/schema.js'
import { encodeText } from '../rows/text.js'
import { toSeconds } from '../rows/to-row.js'
import { fromValueRow, toValueValues, valueOfRow } from '../rows/value-row.js'
import { refusedValue } from './refusals.js'
import type { CachedValue, ValueCache } from './value-cache.js'

const setValue = `
  insert into state_values (namespace, key, session_id, value, updated_at, checksum)
  values (@namespace, @key, @sessionId, @value, @now, @checksum)
  on conflict do update set value = @value, session_id = @sessionId, updated_at = @now, checksum = @checksum`

export function createValueTable(
  { database, read, write }: Connection,
  cache: ValueCache,
  now: () => number = Date.now,
): ValueTable {
  const select = database.prepare<[string, string], ValueRow>(
    'select * from state_values where namespace = ? and key = ?',
  )
  const selectAll = database.prepare<[string], ValueRow>('select * from state_values where namespace = ? order by key')
  const set = database.prepare<[object]>(setValue)
  const remove = database.prepare('delete from state_values where namespace = ? and key = ?')
  const current = (namespace: string, key: string): CachedValue => {
    const row = select.get(encodeText(namespace), encodeText(key))
    return { value: row && valueOfRow(row), length: row?.value.length ?? 0 }
  }
  const look = (namespace: string, key: string) => {
    const cached = cache.get(namespace, key)
    if (cached) return cached.value
    const found = current(namespace, key)
    cache.set(namespace, key, found)
    return found.value
  }

  return {
    get: (namespace, key) => read(() => look(namespace, key)),
    async list(namespace) {
      const rows = await read(() => selectAll.all(encodeText(namespace)))
      return Object.freeze(rows.map(fromValueRow))
    },
    async update(namespace, key, change, { sessionId, isVolatile = false } = {}) {
      const names = { namespace: encodeText(namespace), key: encodeText(key) }
      const work = () => {
        const before = current(namespace, key).value
        const value = change(before)
        if (value === before) return before
        cache.forget(namespace, key)
        if (value === undefined) {
          remove.run(names.namespace, names.key)
          return undefined
        }
        const text = JSON.stringify(value)
        const row = {
          ...toValueValues({ ...names, value: text }),
          now: toSeconds(now()),
          sessionId: sessionId ?? null,
        }
        orUnknownSession(sessionId, () => set.run(row))
        return freeze<JsonValue>(parseJson(text))
      }
      return write(work, { isVolatile })
    },
  }
}

function orUnknownSession<T>(sessionId: string | undefined, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (codeOf(cause) !== 'SQLITE_CONSTRAINT_FOREIGNKEY') throw cause
    throw refusedValue(sessionId, cause)
  }
}
