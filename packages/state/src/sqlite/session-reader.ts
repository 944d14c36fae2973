import type { SessionId, SessionRecord } from '@hermes/core'
import { createBoundedMap } from '@hermes/safety'
import type { Database } from '../connection/driver/database.js'
import { createReadLarge, fromSummaryRow, type LargeFields, summaryColumns } from '../rows/from-row.js'
import type { SessionRow } from '../rows/schema.js'
import { type StoredSession, storedSessionColumns, toLargeRow } from '../rows/stored-session.js'
import type { DataVersion } from './data-version.js'
import { SharedFields } from './shared-fields.js'

/** Enough for the chats of a gateway. */
const keptSessions = 2_048
/** Enough for the conversations that run at once, if each has fields of its own: 20 KB each. */
const keptFields = 64

/** With `checksum`, which covers the large columns. */
export const smallColumns = [...summaryColumns, 'checksum'] as const
const checkedSmall = ['source', 'user_id', 'model', 'title', 'cwd', 'link', 'started_at', 'checksum'] as const

export const selectStored = `select ${storedSessionColumns} from sessions where id = ?`

export type SmallRow = Pick<SessionRow, (typeof smallColumns)[number]>

interface Kept {
  /** The values of the columns in `checkedSmall`. */
  readonly checked: readonly (string | number | null)[]
  /** Of the large fields. */
  readonly large: number
  /** Absent after a change of this process. */
  readonly current?: Current
}

interface Current {
  readonly record: SessionRecord
  /** The data version that it was read at. */
  readonly version: number
}

export interface SessionReader {
  /** Call it inside `read`. @throws {StoreError} `corrupt` when the row is damaged. */
  get(id: SessionId): SessionRecord | undefined
  /** The record of a session that this process has changed. @throws {StoreError} `corrupt` when the row is damaged. */
  changed(row: StoredSession): SessionRecord
  /** The record of a session that this process has created: its large columns need not be read. */
  created(row: CreatedRow, small: SmallRow): SessionRecord
  /** Call it in each transaction that changes the session other than by `changed` and `created`. */
  forget(id: SessionId): void
  /** Call it in each transaction that may change any session. */
  clear(): void
}

/** The columns that the session was created with, and its large texts. */
export type CreatedRow = Pick<SessionRow, 'id' | 'model_config' | 'system_prompt'>

/**
 * A turn reads its session several times. The row is read again when anyone has written to it, and its 20 KB of tools and prompt only when
 * the checksum of the row says that another process changed them.
 */
export function createSessionReader(database: Database, dataVersion: DataVersion): SessionReader {
  const select = database.prepare<[SessionId], StoredSession>(selectStored)
  const selectSmall = database.prepare<[SessionId], SmallRow>(
    `select ${smallColumns.join(', ')} from sessions where id = ?`,
  )
  const readLarge = createReadLarge()
  const shared = new SharedFields(keptFields)
  let kept = createBoundedMap<Kept>(keptSessions)

  function keep(small: SmallRow, large: LargeFields): SessionRecord {
    kept.set(small.id, { checked: checkedSmall.map((column) => small[column]), large: shared.add(large) })
    return Object.freeze({ ...fromSummaryRow(small), ...large })
  }

  function read(row: StoredSession): SessionRecord {
    return keep(row, readLarge(toLargeRow(row)))
  }

  function look(id: SessionId): SessionRecord | undefined {
    const known = kept.get(id)
    const large = known && shared.of(known.large)
    if (large) {
      const small = selectSmall.get(id)
      if (small && checkedSmall.every((column, position) => small[column] === known.checked[position])) {
        return Object.freeze({ ...fromSummaryRow(small), ...large })
      }
    }
    const row = select.get(id)
    return row && read(row)
  }

  return {
    get(id) {
      const version = dataVersion()
      const current = kept.get(id)?.current
      if (current?.version === version) return current.record
      const record = look(id)
      const known = kept.get(id)
      if (record && known) kept.set(id, { ...known, current: { record, version } })
      return record
    },
    changed: read,
    created: (row, small) => keep(small, readLarge({ ...row, context_state: null })),
    forget(id) {
      const known = kept.get(id)
      if (known) kept.set(id, { checked: known.checked, large: known.large })
    },
    clear() {
      kept = createBoundedMap(keptSessions)
    },
  }
}
