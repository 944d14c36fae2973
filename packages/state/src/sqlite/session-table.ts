import type { SessionId, SessionRecord } from '@hermes/core'
import type { SessionTable } from '@hermes/core/sessions'
import type { Connection } from '../connection/connection.js'
import { createStatements } from '../connection/statements.js'
import { codeOf } from '../connection/translate-error.js'
import type { RecentMessages } from '../recent/recent-messages.js'
import { fromSummaryRow, type SummaryRow } from '../rows/from-row.js'
import type { SessionRow } from '../rows/schema.js'
import { createShareTexts } from '../rows/share-texts.js'
import { type StoredSession, storedSessionColumns } from '../rows/stored-session.js'
import { toFindStatement } from '../rows/to-find-statement.js'
import { orNull, toChangedColumns, toSeconds, toSessionRow, toUpdate, withChecksum } from '../rows/to-row.js'
import type { DeferredIndex } from '../search/deferred-index.js'
import type { PrepareAppend } from './append-messages.js'
import type { CheckGuard } from './queue/claim-table.js'
import { alreadySplit, refusedSession, type SessionClaim, unknownSession } from './refusals.js'
import { type SessionReader, type SmallRow, selectStored, smallColumns } from './session-reader.js'
import type { SharedTexts, TextReferences } from './shared-texts.js'
import type { ValueCache } from './value-cache.js'

/** Ends a session. The condition is part of the UPDATE, so only one of two processes splits the session. */
const endForSplit = `
  update sessions set end_reason = 'compression', ended_at = ?
  where id = ? and end_reason is not 'compression'
  returning source, user_id, cwd`

export interface SessionTableParts {
  readonly reader: SessionReader
  readonly prepareAppend: PrepareAppend
  readonly checkGuard: CheckGuard
  readonly index: DeferredIndex
  readonly recent: RecentMessages
  readonly values: ValueCache
  readonly texts: SharedTexts
}

export function createSessionTable(
  { database, read, write }: Connection,
  { reader, prepareAppend, checkGuard, index, recent, values, texts }: SessionTableParts,
): SessionTable {
  const end = database.prepare<[number, SessionId], Pick<SessionRow, 'source' | 'user_id' | 'cwd'>>(endForSplit)
  const remove = database.prepare<[SessionId], TextReferences>(
    'delete from sessions where id = ? returning shared_notes, shared_prompt',
  )
  const prepared = createStatements<StoredSession>(database)
  const preparedInsert = createStatements<SmallRow>(database)
  const preparedFind = createStatements<SummaryRow>(database)
  const existing = (id: SessionId, row: StoredSession | undefined): SessionRecord => {
    if (!row) throw unknownSession(id)
    return reader.changed(row)
  }
  const getRow = (id: SessionId) => prepared(selectStored).get(id)
  const share = createShareTexts()

  return {
    async create(session, { guard, isVolatile = false } = {}) {
      const given = toSessionRow(session)
      const shared = share(given)
      const row = withChecksum(shared.columns)
      const work = () => {
        checkGuard(guard)
        texts.keep(shared.texts)
        return orConstraint(session, () => {
          const small = preparedInsert(insertOf(row)).get(row)
          if (!small) throw unknownSession(session.id)
          return reader.created(given, small)
        })
      }
      return write(work, { isVolatile })
    },
    get: (id) => read(() => reader.get(id)),
    async find(query = {}) {
      const { text, values } = toFindStatement(query)
      const rows = await read(() => preparedFind(text).all(...values))
      return rows.map(fromSummaryRow)
    },
    async update(id, changes, { guard } = {}) {
      const shared = share(toChangedColumns(changes))
      const { columns } = shared
      return write(() => {
        checkGuard(guard)
        const before = getRow(id)
        if (!before || Object.keys(columns).length === 0) return existing(id, before)
        texts.keep(shared.texts)
        const changed = toUpdate(before, columns)
        return orConstraint({ id, ...changes }, () => existing(id, prepared(updateOf(changed)).get({ ...changed, id })))
      })
    },
    async split(id, { messages, contextState, atMs, ...child }, { guard } = {}) {
      const append = prepareAppend(child.id, messages)
      const shared = share(
        toSessionRow({ ...child, source: '', parentSessionId: id, link: 'compression', startedAtMs: atMs }),
      )
      const columns = { ...shared.columns, context_state: orNull(contextState, JSON.stringify) }
      index.defer()
      // The turns of the session continue in the new one.
      recent.forget(id)
      return write(() =>
        orConstraint(child, () => {
          checkGuard(guard)
          reader.forget(id)
          const parent = end.get(toSeconds(atMs), id)
          if (!parent) throw getRow(id) ? alreadySplit(id) : unknownSession(id)
          texts.keep(shared.texts)
          const row = withChecksum({ ...columns, ...parent })
          preparedInsert(insertOf(row)).get(row)
          const stored = append()
          return Object.freeze({ record: existing(child.id, getRow(child.id)), messages: stored })
        }),
      )
    },
    async delete(id) {
      recent.forget(id)
      return write(() => {
        // The session's values are deleted with it, and its children lose their parent.
        values.clear()
        reader.clear()
        const removed = remove.get(id)
        if (removed) texts.release(removed)
        return removed !== undefined
      })
    },
  }
}

function insertOf(row: object): string {
  const names = Object.keys(row)
  return `insert into sessions (${names.join(', ')}) values (${names.map((name) => `@${name}`).join(', ')}) returning ${smallColumns.join(', ')}`
}

function updateOf(columns: object): string {
  const assignments = Object.keys(columns).map((name) => `${name} = @${name}`)
  return `update sessions set ${assignments.join(', ')} where id = @id returning ${storedSessionColumns}`
}

/** Translates constraint violations into errors about the session. */
function orConstraint<T>(claim: SessionClaim, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    switch (codeOf(cause)) {
      case 'SQLITE_CONSTRAINT_PRIMARYKEY':
        throw refusedSession(claim, 'id', cause)
      case 'SQLITE_CONSTRAINT_UNIQUE':
        throw refusedSession(claim, 'title', cause)
      case 'SQLITE_CONSTRAINT_FOREIGNKEY':
        throw refusedSession(claim, 'parent', cause)
      default:
        throw cause
    }
  }
}
