import type { JsonValue } from '@hermes/core'
import type { ValueTable } from '@hermes/core/sessions'
import type { ValueRow } from '../rows/schema.js'
import { encodeText } from '../rows/text.js'
import { toSeconds } from '../rows/to-row.js'
import { fromValueRow, toValueValues, valueOfRow } from '../rows/value-row.js'
import { refusedValue } from '../sqlite/refusals.js'
import type { PostgresConnection } from './connection.js'
import type { Query } from './run-on-client.js'
import { named, positional } from './sql.js'
import { together } from './together.js'
import { violationOf } from './translate-error.js'

const setValue = `
  insert into state_values (namespace, key, session_id, value, updated_at, checksum)
  values (@namespace, @key, @sessionId, @value, @now, @checksum)
  on conflict (namespace, key) do update
    set value = excluded.value, session_id = excluded.session_id, updated_at = excluded.updated_at,
      checksum = excluded.checksum
  returning *`

/** Advisory lock that a change of a value takes for its transaction, because a missing row cannot be locked. */
const lockKey = "select pg_advisory_xact_lock(hashtextextended('state_values ' || ?::text || ' ' || ?::text, 0))"

export function createValueTable({ read, write }: PostgresConnection, now: () => number): ValueTable {
  return {
    async get(namespace, key) {
      const [row] = await read<ValueRow>(selectValue(namespace, key))
      return row && valueOfRow(row)
    },
    async list(namespace) {
      const rows = await read<ValueRow>(
        positional('select * from state_values where namespace = ? order by key', [encodeText(namespace)]),
      )
      return Object.freeze(rows.map(fromValueRow))
    },
    async update(namespace, key, change, { sessionId } = {}) {
      const names = { namespace: encodeText(namespace), key: encodeText(key) }
      return write({ lane: `value ${JSON.stringify([namespace, key])}` }, async (query) => {
        // The second statement sees what was committed before the first one got the lock.
        const lock = query(positional(lockKey, [names.namespace, names.key]))
        const [, before] = await together([lock, current(query, namespace, key)])
        const value = change(before)
        if (value === before) return before
        if (value === undefined) {
          await query(named('delete from state_values where namespace = @namespace and key = @key', names))
          return undefined
        }
        const row = {
          ...toValueValues({ ...names, value: JSON.stringify(value) }),
          now: toSeconds(now()),
          sessionId: sessionId ?? null,
        }
        const { rows } = await orUnknownSession(sessionId, () => query<ValueRow>(named(setValue, row)))
        return rows[0] && valueOfRow(rows[0])
      })
    },
  }
}

function selectValue(namespace: string, key: string) {
  return positional('select * from state_values where namespace = ? and key = ?', [
    encodeText(namespace),
    encodeText(key),
  ])
}

async function current(query: Query, namespace: string, key: string): Promise<JsonValue | undefined> {
  const { rows } = await query<ValueRow>(selectValue(namespace, key))
  return rows[0] && valueOfRow(rows[0])
}

async function orUnknownSession<T>(sessionId: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (violationOf(cause)?.kind === 'foreign-key') throw refusedValue(sessionId, cause)
    throw cause
  }
}
