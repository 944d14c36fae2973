import { describeError, type Logger, StoreError } from '@hermes/core'
import type { SessionRow, SharedTextRow } from '../rows/schema.js'
import type { TextReferences } from '../sqlite/shared-texts.js'
import type { PostgresConnection } from './connection.js'
import type { Query } from './run-on-client.js'
import { named, positional, type Statement } from './sql.js'

/** How long to wait for the lock, in milliseconds. In the meantime, new sessions wait behind it. */
const mostWaitMs = 1000

/** Condition for unused texts. It has two parts, and the server evaluates each with one pass over the sessions. */
const isUnused = `
  not exists (select 1 from sessions where shared_notes = hash)
  and not exists (select 1 from sessions where shared_prompt = hash)`

export interface SharedTexts {
  /** Notes that texts may have become unused. Call it in each transaction that deletes a session. */
  release(references: TextReferences): void
  /** Deletes unused texts, if there may be some. Never rejects: remaining ones are deleted by the next process that deletes a session. */
  close(): Promise<void>
}

export function createSharedTexts({ read, write }: PostgresConnection, logger: Logger | undefined): SharedTexts {
  let mayBeUnused = false

  /** Deletes unused texts. A transaction that refers to a text has read or written the table, and blocks this lock until it has ended. */
  async function drop(query: Query): Promise<void> {
    await query(positional(`set local lock_timeout = ${mostWaitMs}`))
    // Not retried, because others would wait each time.
    await query(positional('lock table shared_texts in access exclusive mode')).catch((cause: unknown) => {
      throw new StoreError('unavailable', 'Other processes use the shared texts: delete them another time.', { cause })
    })
    await query(positional(`delete from shared_texts where ${isUnused}`))
  }

  return {
    release({ shared_notes, shared_prompt }) {
      mayBeUnused ||= shared_notes !== null || shared_prompt !== null
    },
    async close() {
      if (!mayBeUnused) return
      try {
        const unused = await read(positional(`select 1 from shared_texts where ${isUnused} limit 1`))
        if (unused.length > 0) await write({ lane: 'shared texts' }, drop)
      } catch (error) {
        logger?.log('debug', 'could not delete unused texts', { reason: describeError(error) })
      }
    },
  }
}

/**
 * Returns the statement that inserts a session and returns its row, with the number of its texts that are stored.
 * Reading these keeps them until the transaction has ended; see `createSharedTexts`.
 */
export function insertSession(row: Partial<SessionRow>): Statement {
  const names = Object.keys(row)
  return named(
    `insert into sessions (${names.join(', ')}) values (${names.map((name) => `@${name}`).join(', ')})
     returning *, (select count(*) from shared_texts where hash in (@shared_notes, @shared_prompt)) as held`,
    row,
  )
}

/**
 * Stores the texts that are missing. Call it in each transaction that stores a reference to them, because another
 * process may have deleted one.
 */
export async function keepTexts(query: Query, texts: readonly SharedTextRow[]): Promise<void> {
  if (texts.length === 0) return
  // In a fixed order, so that two processes do not wait for each other forever.
  const rows = texts.toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
  await query(
    positional(
      `insert into shared_texts (hash, text, checksum) values ${rows.map(() => '(?, ?, ?)').join(', ')} on conflict do nothing`,
      rows.flatMap(({ hash, text, checksum }) => [hash, text, checksum]),
    ),
  )
}
