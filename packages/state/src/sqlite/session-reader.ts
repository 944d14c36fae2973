import type { SessionId, SessionRecord } from '@hermes/core'
import { createBoundedMap } from '@hermes/safety'
import type { Database } from '../connection/driver/database.js'
import { createReadLarge, fromSummaryRow, type LargeFields, summaryColumns } from '../rows/from-row.js'
import type { SessionRow } from '../rows/schema.js'

/** Enough for the conversations that run at once. */
const keptSessions = 64

/** With `checksum`, which covers the large columns. */
const smallColumns = [...summaryColumns, 'checksum'] as const
const checkedSmall = ['source', 'user_id', 'model', 'title', 'cwd', 'link', 'started_at', 'checksum'] as const

type SmallRow = Pick<SessionRow, (typeof smallColumns)[number]>

interface Kept {
  /** The values of the columns in `checkedSmall`. */
  readonly checked: readonly (string | number | null)[]
  readonly large: LargeFields
}

export interface SessionReader {
  /** Call it inside `read`. @throws {StoreError} `corrupt` when the row is damaged. */
  get(id: SessionId): SessionRecord | undefined
  /** Call it when this process changes the large columns of a session. */
  forget(id: SessionId): void
}

/**
 * A turn reads its session several times, and a session has about 20 KB of tools and prompt. They are read again only when the checksum of
 * the row says that another process changed them.
 */
export function createSessionReader(database: Database): SessionReader {
  const select = database.prepare<[SessionId], SessionRow>('select * from sessions where id = ?')
  const selectSmall = database.prepare<[SessionId], SmallRow>(
    `select ${smallColumns.join(', ')} from sessions where id = ?`,
  )
  const readLarge = createReadLarge()
  const kept = createBoundedMap<Kept>(keptSessions)

  return {
    get(id) {
      const known = kept.get(id)
      if (known) {
        const small = selectSmall.get(id)
        if (small && checkedSmall.every((column, position) => small[column] === known.checked[position])) {
          return Object.freeze({ ...fromSummaryRow(small), ...known.large })
        }
      }
      const row = select.get(id)
      if (!row) return undefined
      const large = readLarge(row)
      kept.set(id, { checked: checkedSmall.map((column) => row[column]), large })
      return Object.freeze({ ...fromSummaryRow(row), ...large })
    },
    forget: (id) => kept.set(id, undefined),
  }
}
