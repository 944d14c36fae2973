import { StoreError } from '@hermes/core'
import { checksumOfRow, requireChecksum, requireSession } from './checksum.js'
import type { SessionRow } from './schema.js'

/** The row of a session with the shared texts that it refers to. See {@link storedSessionColumns}. */
export interface StoredSession extends SessionRow {
  readonly notes_text: string | null
  readonly notes_checksum: number | null
  readonly prompt_text: string | null
  readonly prompt_checksum: number | null
}

/** Columns of a row that have large values. */
export type LargeRow = Pick<SessionRow, 'id' | 'model_config' | 'system_prompt' | 'context_state'>

/** Columns of a {@link StoredSession}. They must be read by the statement that reads the row, because its texts may be deleted later. */
export const storedSessionColumns = ['*', ...textOf('notes'), ...textOf('prompt')].join(', ')

function textOf(part: 'notes' | 'prompt'): readonly string[] {
  return ['text', 'checksum'].map(
    (column) => `(select ${column} from shared_texts where hash = shared_${part}) as ${part}_${column}`,
  )
}

/**
 * Returns the large values of a row, wherever they are stored.
 *
 * @throws {StoreError} `corrupt` when the row or one of its texts is damaged or missing.
 */
export function toLargeRow(row: StoredSession): LargeRow {
  requireSession(row)
  const { id, context_state, shared_notes, shared_prompt } = row
  return {
    id,
    context_state,
    model_config:
      shared_notes === null ? row.model_config : requireText(id, shared_notes, row.notes_text, row.notes_checksum),
    system_prompt:
      shared_prompt === null ? row.system_prompt : requireText(id, shared_prompt, row.prompt_text, row.prompt_checksum),
  }
}

function requireText(id: string, hash: string, text: string | null, checksum: number | null): string {
  if (text === null) {
    throw new StoreError(
      'corrupt',
      `A part of the stored record of session ${id} is missing: repair the store, or restore a backup.`,
    )
  }
  requireChecksum(`record of session ${id}`, checksum, checksumOfRow('shared_texts', { hash, text }))
  return text
}
