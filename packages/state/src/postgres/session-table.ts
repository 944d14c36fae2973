import type { SessionId, SessionRecord } from '@hermes/core'
import type { SessionTable, SplitSession } from '@hermes/core/sessions'
import type { RecentMessages } from '../recent/recent-messages.js'
import { createFromSessionRow, fromSummaryRow, type SummaryRow } from '../rows/from-row.js'
import type { SessionRow } from '../rows/schema.js'
import { toFindStatement } from '../rows/to-find-statement.js'
import { orNull, toChangedColumns, toSeconds, toSessionRow, toUpdate, withChecksum } from '../rows/to-row.js'
import { alreadySplit, refusedSession, type SessionClaim, unknownSession } from '../sqlite/refusals.js'
import { prepareAppend } from './append-messages.js'
import type { PostgresConnection } from './connection.js'
import { checkGuard } from './queue/claim-table.js'
import type { Query } from './run-on-client.js'
import { sessionLane } from './session-lane.js'
import { insertOf, named, positional } from './sql.js'
import { violationOf } from './translate-error.js'
import { createUnconfirmedCommits } from './unconfirmed-commits.js'

/** A concurrent second transaction sees the row after the first one has ended. */
const endForSplit = `
  update sessions set end_reason = 'compression', ended_at = ?
  where id = ? and end_reason is distinct from 'compression'
  returning source, user_id, cwd`

type Inherited = Pick<SessionRow, 'source' | 'user_id' | 'cwd'>

export function createSessionTable({ read, write }: PostgresConnection, recent: RecentMessages): SessionTable {
  const created = createUnconfirmedCommits<SessionRecord>()
  const splits = createUnconfirmedCommits<SplitSession>()
  const fromSessionRow = createFromSessionRow()
  const existing = (id: SessionId, row: SessionRow | undefined): SessionRecord => {
    if (!row) throw unknownSession(id)
    return fromSessionRow(row)
  }

  return {
    async create(session, { guard } = {}) {
      const row = withChecksum(toSessionRow(session))
      return write({ lane: sessionLane(session.id), once: { request: row, unconfirmed: created } }, (query) =>
        orConstraint(session, async () => {
          await checkGuard(query, guard)
          const { rows } = await query<SessionRow>(insertOf('sessions', row))
          return existing(session.id, rows[0])
        }),
      )
    },
    async get(id) {
      const [row] = await read<SessionRow>(selectSession(id))
      return row && fromSessionRow(row)
    },
    async find(query = {}) {
      const { text, values } = toFindStatement(query)
      const rows = await read<SummaryRow>(positional(text, values))
      return rows.map(fromSummaryRow)
    },
    async update(id, changes, { guard } = {}) {
      const columns = toChangedColumns(changes)
      return write({ lane: sessionLane(id) }, (query) =>
        orConstraint({ id, ...changes }, async () => {
          await checkGuard(query, guard)
          const before = (await query<SessionRow>(lockSession(id))).rows[0]
          if (!before || Object.keys(columns).length === 0) return existing(id, before)
          const { rows } = await query<SessionRow>(updateOf(id, toUpdate(before, columns)))
          return existing(id, rows[0])
        }),
      )
    },
    async split(id, { messages, contextState, atMs, ...child }, { guard } = {}) {
      const append = prepareAppend(child.id, messages)
      const row = {
        ...toSessionRow({ ...child, source: '', parentSessionId: id, link: 'compression', startedAtMs: atMs }),
        context_state: orNull(contextState, JSON.stringify),
      }
      const request = { id, row, append: append.request }
      // Its turns go on in the continuation.
      recent.forget(id)
      return write(
        { lane: sessionLane(id), prepare: append.prepare, once: { request, unconfirmed: splits } },
        (query) =>
          orConstraint(child, async () => {
            await checkGuard(query, guard)
            const parent = await endParent(query, id, atMs)
            await query(insertOf('sessions', withChecksum({ ...row, ...parent })))
            const stored = await append.store(query)
            const { rows } = await query<SessionRow>(selectSession(child.id))
            return Object.freeze({ record: existing(child.id, rows[0]), messages: stored })
          }),
      )
    },
    async delete(id) {
      recent.forget(id)
      return write({ lane: sessionLane(id) }, async (query) => {
        const { count } = await query(positional('delete from sessions where id = ?', [id]))
        return count > 0
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
  return positional('select * from sessions where id = ?', [id])
}

/** The checksum of the changed row depends on all of its columns. */
function lockSession(id: SessionId) {
  return positional('select * from sessions where id = ? for update', [id])
}

function updateOf(id: SessionId, columns: Partial<SessionRow>) {
  const assignments = Object.keys(columns).map((name) => `${name} = @${name}`)
  return named(`update sessions set ${assignments.join(', ')} where id = @id returning *`, { ...columns, id })
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
