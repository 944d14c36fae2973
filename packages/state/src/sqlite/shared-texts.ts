import { describeError, type Logger } from '@hermes/core'
import type { Connection } from '../connection/connection.js'
import { dropUnusedTexts, hasUnusedTexts } from '../maintenance/drop-unused-texts.js'
import type { SessionRow, SharedTextRow } from '../rows/schema.js'

/** Columns of a session that refer to shared texts. */
export type TextReferences = Pick<SessionRow, 'shared_notes' | 'shared_prompt'>

export interface SharedTexts {
  /**
   * Stores the texts that are missing. Call it in each transaction that stores a reference to them, because another
   * process may have deleted one.
   */
  keep(texts: readonly SharedTextRow[]): void
  /** Notes that texts may have become unused. Call it in each transaction that deletes a session. */
  release(references: TextReferences): void
  /** Deletes unused texts, if there may be some. Never rejects: remaining ones are deleted by the next process that deletes a session. */
  close(): Promise<void>
}

export function createSharedTexts({ database, read, write }: Connection, logger: Logger | undefined): SharedTexts {
  const find = database.prepare<[string]>('select 1 from shared_texts where hash = ?')
  const insert = database.prepare('insert into shared_texts (hash, text, checksum) values (@hash, @text, @checksum)')
  let mayBeUnused = false

  return {
    keep(texts) {
      for (const text of texts) if (find.get(text.hash) === undefined) insert.run(text)
    },
    release({ shared_notes, shared_prompt }) {
      mayBeUnused ||= shared_notes !== null || shared_prompt !== null
    },
    async close() {
      if (!mayBeUnused) return
      try {
        // Checked first, because other processes may be writing.
        if (await read(() => hasUnusedTexts(database))) await write(() => dropUnusedTexts(database))
      } catch (error) {
        logger?.log('debug', 'could not delete unused texts', { reason: describeError(error) })
      }
    },
  }
}
