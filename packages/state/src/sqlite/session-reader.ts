import type { SessionId, SessionRecord } from '@hermes/core'
import { createBoundedMap } from '@hermes/safety'
import type { Database } from '../connection/driver/database.js'
import { createReadLarge, fromSummaryRow, type LargeFields, summaryColumns } from '../rows/from-row.js'
import type { SessionRow } from '../rows/schema.js'
import { type StoredSession, storedSessionColumns, toLargeRow } from '../rows/stored-session.js'
import type { DataVersion } from './data-version.js'
import { SharedFields } from './shared-fields.js'

/** Number of sessions to keep: enough for the chats of a gateway. */
const keptSessions = 2_048
/** Number of large fields to keep: enough for conversations that run at the same time, if each has its own fields of 20 KB. */
const keptFields = 64

/** Columns of a row without the large ones. `checksum` covers those. */
export const smallColumns = [...summaryColumns, 'checksum'] as const
const checkedSmall = ['source', 'user_id', 'model', 'title', 'cwd', 'link', 'started_at', 'checksum'] as const

export const selectStored = `select ${storedSessionColumns} from sessions where id = ?`

export type SmallRow = Pick<SessionRow, (typeof smallColumns)[number]>

interface Kept {
  /** Values of the columns in `checkedSmall`. */
  readonly checked: readonly (string | number | null)[]
  /** Number of the large fields. */
  readonly large: number
  /** Current record. Absent after a change by this process. */
  readonly current?: Current
}

interface Current {
  readonly record: SessionRecord
  /** Data version at which it was read. */
  readonly version: number
}

export interface SessionReader {
  /** Returns the record of a session. Call it inside `read`. @throws {StoreError} `corrupt` when the row is damaged. */
  get(id: SessionId): SessionRecord | undefined
  /** Returns the record of a session that this process has changed. @throws {StoreError} `corrupt` when the row is damaged. */
  changed(row: StoredSession): SessionRecord
  /** Returns the record of a session that this process has created, without reading its large columns. */
  created(row: CreatedRow, small: SmallRow): SessionRecord
  /** Forgets a session. Call it in each transaction that changes the session other than by `changed` and `created`. */
  forget(id: SessionId): void
  /** Forgets all sessions. Call it in each transaction that may change any session. */
  clear(): void
}

/** Columns that the session was created with, including its large texts. */
export type CreatedRow = Pick<SessionRow, 'id' | 'model_config' | 'system_prompt'>

/**
 * Creates a cached reader, because a turn reads its session several times. The row is reread when anyone has written to
 * it; its 20 KB of tools and prompt only when the row's checksum shows that another process changed them.
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
