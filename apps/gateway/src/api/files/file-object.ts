import type { FileRecord } from './file-record.js'
import type { FileObject } from './file-schemas.js'

/** Returns a file in the format of OpenAI's API. */
export function toFileObject({ id, bytes, createdAtMs, expiresAtMs, filename, purpose }: FileRecord): FileObject {
  return {
    id,
    object: 'file',
    bytes,
    created_at: toSeconds(createdAtMs),
    expires_at: expiresAtMs === undefined ? null : toSeconds(expiresAtMs),
    filename,
    purpose,
    status: 'processed',
    status_details: null,
  }
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1000)
}
