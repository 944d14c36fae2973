import type { SessionId, SessionRecord } from '@hermes/core'
import type { SessionTable, SplitSession } from '@hermes/core/sessions'
import type { RecentMessages } from '../recent/recent-messages.js'
import { createReadLarge, fromSummaryRow, type SummaryRow } from '../rows/from-row.js'
import type { SessionRow } from '../rows/schema.js'
import { createShareTexts } from '../rows/share-texts.js'
import { type LargeRow, type StoredSession, storedSessionColumns, toLargeRow } from '../rows/stored-session.js'
import { toFindStatement } from '../rows/to-find-statement.js'
import { orNull, toChangedColumns, toSeconds, toSessionRow, toUpdate, withChecksum } from '../rows/to-row.js'
import { alreadySplit, refusedSession, type SessionClaim, unknownSession } from '../sqlite/refusals.js'
import type { TextReferences } from '../sqlite/shared-texts.js'
import { prepareAppend } from './append-messages.js'
import type { PostgresConnection } from './connection.js'
import { checkGuard } from './queue/claim-table.js'
import type { Query } from './run-on-client.js'
import { sessionLane } from './session-lane.js'
import { insertSession, keepTexts, type SharedTexts } from './shared-texts.js'
import { insertOf, named, positional } from './sql.js'
import { violationOf } from './translate-error.js'
import { createUnconfirmedCommits } from './unconfirmed-commits.js'

/** Ends a session. A concurrent second transaction sees the row after the first one has ended. */
const endForSplit = `
  update sessions set end_reason = 'compression', ended_at = ?
  where id = ? and end_reason is distinct from 'compression'
  returning source, user_id, cwd`

const deleteSession = 'delete from sessions where id = ? returning shared_notes, shared_prompt'

type Inherited = Pick<SessionRow, 'source' | 'user_id' | 'cwd'>

interface CreatedSession extends SessionRow {
  /** Number of its texts that were stored before. */
  readonly held: number
}

export interface SessionTableParts {
  readonly recent: RecentMessages
  readonly texts: SharedTexts
}

export function createSessionTable(
  { read, write }: PostgresConnection,
  { recent, texts }: SessionTableParts,
): SessionTable {
  const created = createUnconfirmedCommits<SessionRecord>()
  const splits = createUnconfirmedCommits<SplitSession>()
  const share = createShareTexts()
  const readLarge = createReadLarge()
  const toRecord = (row: SummaryRow, large: LargeRow) => Object.freeze({ ...fromSummaryRow(row), ...readLarge(large) })
  const existing = (id: SessionId, row: StoredSession | undefined): SessionRecord => {
    if (!row) throw unknownSession(id)
    return toRecord(row, toLargeRow(row))
  }

  return {
    async create(session, { guard } = {}) {
      const given = toSessionRow(session)
      const shared = share(given)
      const row = withChecksum(shared.columns)
      return write({ lane: sessionLane(session.id), once: { request: given, unconfirmed: created } }, (query) =>
        orConstraint(session, async () => {
          await checkGuard(query, guard)
          const [stored] = (await query<CreatedSession>(insertSession(row))).rows
          if (!stored) throw unknownSession(session.id)
          if (stored.held < shared.texts.length) await keepTexts(query, shared.texts)
          return toRecord(stored, { ...given, context_state: null })
        }),
      )
    },
    async get(id) {
      const [row] = await read<StoredSession>(selectSession(id))
      return row && existing(id, row)
    },
    async find(query = {}) {
      const { text, values } = toFindStatement(query)
      const rows = await read<SummaryRow>(positional(text, values))
      return rows.map(fromSummaryRow)
    },
    async update(id, changes, { guard } = {}) {
      const shared = share(toChangedColumns(changes))
      const { columns } = shared
      return write({ lane: sessionLane(id) }, (query) =>
        orConstraint({ id, ...changes }, async () => {
          await checkGuard(query, guard)
          const [before] = (await query<SessionRow>(lockSession(id))).rows
          if (!before) throw unknownSession(id)
          await keepTexts(query, shared.texts)
          const isChanged = Object.keys(columns).length > 0
          const { rows } = await query<StoredSession>(
            isChanged ? updateOf(id, toUpdate(before, columns)) : selectSession(id),
          )
          return existing(id, rows[0])
        }),
      )
    },
    async split(id, { messages, contextState, atMs, ...child }, { guard } = {}) {
      const append = prepareAppend(child.id, messages)
      const given = {
        ...toSessionRow({ ...child, source: '', parentSessionId: id, link: 'compression', startedAtMs: atMs }),
        context_state: orNull(contextState, JSON.stringify),
      }
      const shared = share(given)
      const request = { id, given, append: append.request }
      // The turns of the session continue in the new one.
      recent.forget(id)
      return write(
        { lane: sessionLane(id), prepare: append.prepare, once: { request, unconfirmed: splits } },
        (query) =>
          orConstraint(child, async () => {
            await checkGuard(query, guard)
            const parent = await endParent(query, id, atMs)
            await keepTexts(query, shared.texts)
            await query(insertOf('sessions', withChecksum({ ...shared.columns, ...parent })))
            const stored = await append.store(query)
            const { rows } = await query<StoredSession>(selectSession(child.id))
            return Object.freeze({ record: existing(child.id, rows[0]), messages: stored })
          }),
      )
    },
    async delete(id) {
      recent.forget(id)
      return write({ lane: sessionLane(id) }, async (query) => {
        const { rows } = await query<TextReferences>(positional(deleteSession, [id]))
        for (const references of rows) texts.release(references)
        return rows.length > 0
      })
    },
  }
}

async function endParent(query: Query, id: SessionId, atMs: number): Promise<Inherited> {
  const { rows } = await query<Inherited>(positional(endForSplit, [toSeconds(atMs), id]))
  if (rows[0]) return rows[0]
  const { count } = await query(selectSession(id))
  throw count > 0 ? alreadySplit(id) : unknownSession(id)
}

function selectSession(id: SessionId) {
  return positional(`select ${storedSessionColumns} from sessions where id = ?`, [id])
}

/**
 * Locks and returns a session, because the checksum of the changed row depends on all of its columns. Its texts are
 * left out: after waiting for the lock, the statement would not see texts that came with the row.
 */
function lockSession(id: SessionId) {
  return positional('select * from sessions where id = ? for update', [id])
}

function updateOf(id: SessionId, columns: Partial<SessionRow>) {
  const assignments = Object.keys(columns).map((name) => `${name} = @${name}`)
  return named(`update sessions set ${assignments.join(', ')} where id = @id returning ${storedSessionColumns}`, {
    ...columns,
    id,
  })
}

/** Translates constraint violations into errors about the session. */
async function orConstraint<T>(claim: SessionClaim, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const violation = violationOf(cause)
    if (violation?.kind === 'foreign-key') throw refusedSession(claim, 'parent', cause)
    if (violation?.kind === 'unique') {
      throw refusedSession(claim, violation.name === 'idx_sessions_title' ? 'title' : 'id', cause)
    }
    throw cause
  }
}
